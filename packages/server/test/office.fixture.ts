import type { Answered, SentRequest } from './bridge.fixture.ts'

export type Call = (path: string, sent?: SentRequest) => Promise<Answered>

export interface Ref {
  readonly value: string
}

/** The names that an office works with. */
export type Office = Awaited<ReturnType<typeof openOffice>>

/** Looks up some of the names of a company file; deactivated ones too, for what is theirs can still be entered. */
export async function openOffice(call: Call) {
  const refsOf = async (condition: string): Promise<Ref[]> => {
    const answer = await call(`/query?query=${encodeURIComponent(`SELECT Id FROM ${condition}`)}`)
    if (answer.status !== 200) throw new Error(`${condition}: ${JSON.stringify(answer.body)}`)
    const records = (Object.values(answer.body.QueryResponse).find(Array.isArray) ?? []) as { Id: string }[]
    return records.map(({ Id }) => ({ value: Id }))
  }
  const all = 'Active IN (true, false)'
  const accounts = (type: string) => refsOf(`Account WHERE AccountType = '${type}' AND ${all}`)
  const items = (type: string, and = '') => refsOf(`Item WHERE Type = '${type}' AND ${all}${and} MAXRESULTS 6`)
  const only = ([first]: readonly Ref[]): Ref => {
    if (first === undefined) throw new Error('The company file lacks a name that an office needs')
    return first
  }

  const jobs = await refsOf(`Customer WHERE Job = true AND ${all} MAXRESULTS 6`)
  const stock = await items('Inventory')
  const goods = await items('NonInventory')
  return {
    jobs,
    customers: [...jobs, ...(await refsOf(`Customer WHERE Job = false AND ${all} MAXRESULTS 8`))],
    vendors: await refsOf(`Vendor WHERE ${all} MAXRESULTS 8`),
    employees: await refsOf('Employee MAXRESULTS 4'),
    stock,
    goods,
    // Discounts read as services, too.
    sold: [...stock, ...goods, ...(await items('Service', " AND Name != 'Discount'"))],
    groups: await refsOf("Item WHERE Type = 'Group'"),
    taxes: await refsOf('TaxRate'),
    banks: await accounts('Bank'),
    cards: await accounts('Credit Card'),
    costs: await accounts('Expense'),
    incomes: await accounts('Income'),
    goodsSold: only(await accounts('Cost of Goods Sold')),
    inventory: only(await refsOf("Account WHERE AccountSubType = 'Inventory'")),
    receivable: only(await accounts('Accounts Receivable')),
    payable: only(await accounts('Accounts Payable')),
  }
}
