import { childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'
import { transactionKinds } from '../handlers/transaction-kinds.ts'
import type { Template } from '../templates/template.ts'
import { type AccountSum, subtractSums, sumAccounts } from './account-sums.ts'
import { openModel } from './open-model.ts'

function clock(): Date {
  return new Date('2026-03-16T10:00:00Z')
}

const lists = ['Account', 'Customer', 'Vendor', 'Employee', 'Item', 'SalesTaxCode']
/** Their costs depend on the whole history of the goods. */
const stockAccounts = new Set(['Inventory Asset', 'Cost of Goods Sold', 'Inventory Adjustments'])
/** Kinds that have no lines, so that their queries cannot ask for them. */
const withoutLines = new Set(['Transfer', 'TimeTracking'])

async function query(company: Company, kind: string): Promise<readonly Element[]> {
  const rest = transactionKinds.has(kind) && !withoutLines.has(kind) ? '<IncludeLineItems>true</IncludeLineItems>' : ''
  return (await sendXml(company, `<${kind}QueryRq>${rest}</${kind}QueryRq>`)).elements
}

async function readAll(company: Company, template: Template): Promise<readonly Element[]> {
  const kinds = [...lists, ...(template === 'trading' ? ['Currency'] : []), ...transactionKinds.keys()].filter(
    // Transfers between accounts in other currencies do not name these.
    (kind) => kind !== 'Transfer' || template === 'sample',
  )
  const records: Element[] = []
  for (const kind of kinds) records.push(...(await query(company, kind)))
  return records
}

function toText(sums: Iterable<AccountSum>): Record<string, string> {
  const rows = [...sums].filter(({ account, amount }) => !stockAccounts.has(account) && !amount.eq(0))
  return Object.fromEntries(
    rows.map(({ account, amount, currency = '', foreignAmount }) => [
      `${account} ${currency}`.trim(),
      `${amount.toFixed(2)} ${foreignAmount?.toFixed(2) ?? ''}`.trim(),
    ]),
  )
}

describe.each(['sample', 'trading'] as const)('a model with records of the %s books', (template) => {
  it('posts what it has read as they did', async () => {
    const { company } = openTestCompany({ template })
    const model = await openModel({ records: await readAll(company, template), clock })
    const opened = subtractSums(await company.read(sumAccounts), await model.read(sumAccounts))
    // Balances that records opened with are in no query, and neither are the transfers between currencies.
    const unread = template === 'sample' ? /^Opening Balance Equity$/ : /^Opening Balance Equity$|Checking/
    expect(Object.keys(toText(opened)).filter((name) => !unread.test(name))).toEqual([])
  })

  it.each(['Invoice', 'Bill', 'CreditMemo', 'JournalEntry', 'Check'])(
    'moves the same accounts if a %s is voided',
    async (kind) => {
      const { company } = openTestCompany({ template })
      const records = await readAll(company, template)
      const voided = records.filter(({ name }) => name === `${kind}Ret`).slice(-3)
      expect(voided).not.toHaveLength(0)
      for (const record of voided) {
        const needed = records.filter((each) => !transactionKinds.has(each.name.slice(0, -3)) || each === record)
        const model = await openModel({ records: needed, clock })
        const id = childText(record, 'TxnID') ?? ''
        const request = `<TxnVoidRq><TxnVoidType>${kind}</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`
        const moved = []
        for (const each of [company, model]) {
          const before = await each.read(sumAccounts)
          await sendXml(each, request)
          moved.push(toText(subtractSums(await each.read(sumAccounts), before)))
        }
        expect(moved[1]).toEqual(moved[0])
      }
    },
  )

  it('has the stock and the average cost of its items', async () => {
    const { company } = openTestCompany({ template })
    const items = (await query(company, 'Item')).filter(({ name }) => name === 'ItemInventoryRet')
    const model = await openModel({ records: [...(await query(company, 'Account')), ...items], clock })
    const elements = await query(model, 'ItemInventory')
    const read = (name: string) => (record: Element) => [childText(record, 'Name'), childText(record, name)]
    for (const name of ['QuantityOnHand', 'AverageCost']) {
      expect(elements.map(read(name)).sort()).toEqual(items.map(read(name)).sort())
    }
  })
})
