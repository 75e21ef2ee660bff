import type { TestRequest, TestResponse } from './bridge.fixture.ts'

export type SendCall = (path: string, sent?: TestRequest) => Promise<TestResponse>

export interface Ref {
  readonly value: string
}

/** The names an office works with. */
export type Office = Awaited<ReturnType<typeof openOffice>>

/** Looks up some of a company file's names, including inactive ones, which are still usable. */
export async function openOffice(call: SendCall) {
  const findRefs = async (condition: string): Promise<Ref[]> => {
    const response = await call(`/query?query=${encodeURIComponent(`SELECT Id FROM ${condition}`)}`)
    if (response.status !== 200) throw new Error(`${condition}: ${JSON.stringify(response.body)}`)
    const records = (Object.values(response.body.QueryResponse).find(Array.isArray) ?? []) as { Id: string }[]
    return records.map(({ Id }) => ({ value: Id }))
  }
  const all = 'Active IN (true, false)'
  const accounts = (type: string) => findRefs(`Account WHERE AccountType = '${type}' AND ${all}`)
  const items = (type: string, and = '') => findRefs(`Item WHERE Type = '${type}' AND ${all}${and} MAXRESULTS 6`)
  const requireFirst = ([first]: readonly Ref[]): Ref => {
    if (first === undefined) throw new Error('The company file lacks a name that the office needs.')
    return first
  }

  const jobs = await findRefs(`Customer WHERE Job = true AND ${all} MAXRESULTS 6`)
  const stock = await items('Inventory')
  const goods = await items('NonInventory')
  return {
    jobs,
    customers: [...jobs, ...(await findRefs(`Customer WHERE Job = false AND ${all} MAXRESULTS 8`))],
    vendors: await findRefs(`Vendor WHERE ${all} MAXRESULTS 8`),
    employees: await findRefs('Employee MAXRESULTS 4'),
    stock,
    goods,
    // Discount items are read as services.
    sold: [...stock, ...goods, ...(await items('Service', " AND Name != 'Discount'"))],
    groups: await findRefs("Item WHERE Type = 'Group'"),
    taxes: await findRefs('TaxRate'),
    banks: await accounts('Bank'),
    cards: await accounts('Credit Card'),
    costs: await accounts('Expense'),
    incomes: await accounts('Income'),
    goodsSold: requireFirst(await accounts('Cost of Goods Sold')),
    inventory: requireFirst(await findRefs("Account WHERE AccountSubType = 'Inventory'")),
    receivable: requireFirst(await accounts('Accounts Receivable')),
    payable: requireFirst(await accounts('Accounts Payable')),
  }
}
