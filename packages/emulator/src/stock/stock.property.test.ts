import { childrenByName, childText } from '@bridge/qbxml'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Command, findRecords, index, ref } from '../../test/commands.fixture.ts'
import { only, openTestCompany, sendXml } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'
import { type TrialBalance, trialBalance } from '../company/trial-balance.ts'
import type { CompanyStorage } from '../storage/company-storage.ts'
import { memoryStorage } from '../storage/memory-storage.ts'

const items = ['Bolt', 'Nut']
function add(company: Company, kind: string, fields: string) {
  return sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`)
}

const date = fc.integer({ min: 1, max: 12 }).map((day) => `<TxnDate>2026-03-${String(day).padStart(2, '0')}</TxnDate>`)
const quantity = fc.integer({ min: 0, max: 900 }).map((hundredths) => (hundredths / 100).toString())
const amount = fc.integer({ min: 0, max: 9000 }).map((cents) => (cents / 100).toFixed(2))
const item = fc.constantFrom(...items)

/** The direction in which each kind moves goods, and its line elements. */
const kinds = [
  { kind: 'Invoice', sign: -1, line: 'InvoiceLine', head: ref('CustomerRef', 'Smith') },
  { kind: 'SalesReceipt', sign: -1, line: 'SalesReceiptLine', head: ref('CustomerRef', 'Smith') },
  { kind: 'CreditMemo', sign: 1, line: 'CreditMemoLine', head: ref('CustomerRef', 'Smith') },
  { kind: 'Bill', sign: 1, line: 'ItemLine', head: ref('VendorRef', 'Forge') },
  { kind: 'VendorCredit', sign: -1, line: 'ItemLine', head: ref('VendorRef', 'Forge') },
  { kind: 'InventoryAdjustment', sign: 1, line: 'InventoryAdjustmentLine', head: ref('AccountRef', 'Travel') },
] as const

const moved = fc.tuple(fc.constantFrom(...kinds.slice(0, 5)), date, fc.array(fc.tuple(item, quantity, amount))).map(
  ([{ kind, line, head }, day, rows]): Command =>
    (company) => {
      const lines = rows.map(
        ([name, count, sum]) =>
          `<${line}Add>${ref('ItemRef', name)}<Quantity>${count}</Quantity><Amount>${sum}</Amount></${line}Add>`,
      )
      return lines.length === 0 ? Promise.resolve() : add(company, kind, `${head}${day}${lines.join('')}`)
    },
)

const adjusted = fc.tuple(date, item, quantity, fc.option(amount), fc.boolean()).map(
  ([day, name, count, worth, isNew]): Command =>
    (company) => {
      const what = isNew ? `<NewQuantity>${count}</NewQuantity>` : `<QuantityDifference>-${count}</QuantityDifference>`
      const change =
        worth === null
          ? `<QuantityAdjustment>${what}</QuantityAdjustment>`
          : `<ValueAdjustment>${what}<NewValue>${worth}</NewValue></ValueAdjustment>`
      const line = `<InventoryAdjustmentLineAdd>${ref('ItemRef', name)}${change}</InventoryAdjustmentLineAdd>`
      return add(company, 'InventoryAdjustment', `${ref('AccountRef', 'Travel')}${day}${line}`)
    },
)

const changed = fc.tuple(fc.constantFrom(...kinds), index, date, fc.constantFrom('Del', 'Void', 'Mod')).map(
  ([{ kind }, at, day, verb]): Command =>
    async (company) => {
      const records = await findRecords(company, kind)
      const record = records[at % Math.max(1, records.length)]
      if (record === undefined) return
      const id = `<TxnID>${childText(record, 'TxnID')}</TxnID>`
      const head = `${id}<EditSequence>${childText(record, 'EditSequence')}</EditSequence>`
      const xml =
        verb === 'Mod'
          ? `<${kind}ModRq><${kind}Mod>${head}${day}</${kind}Mod></${kind}ModRq>`
          : `<Txn${verb}Rq><Txn${verb}Type>${kind}</Txn${verb}Type>${id}</Txn${verb}Rq>`
      await sendXml(company, xml)
    },
)

const command = fc.oneof(
  { weight: 4, arbitrary: moved },
  { weight: 1, arbitrary: adjusted },
  { weight: 2, arbitrary: changed },
)

async function openWorkshop(storage: CompanyStorage): Promise<Company> {
  const { company } = openTestCompany({ storage })
  await add(company, 'Customer', '<Name>Smith</Name>')
  await add(company, 'Vendor', '<Name>Forge</Name>')
  for (const name of items) {
    const accounts = `${ref('IncomeAccountRef', 'Product Income')}<PurchaseCost>1.25</PurchaseCost>${ref('COGSAccountRef', 'Cost of Goods Sold')}${ref('AssetAccountRef', 'Inventory Asset')}`
    await add(company, 'ItemInventory', `<Name>${name}</Name>${accounts}<QuantityOnHand>5</QuantityOnHand>`)
  }
  return company
}

// Counts the stock from the responses only.
async function countedStock(company: Company): Promise<Readonly<Record<string, string>>> {
  const counts = new Map(items.map((name) => [name, Big(0)]))
  for (const { kind, sign, line } of kinds) {
    for (const record of await findRecords(company, kind)) {
      for (const row of childrenByName(record, `${line}Ret`)) {
        const [named] = childrenByName(row, 'ItemRef')
        const name = (named && childText(named, 'FullName')) ?? ''
        const count = childText(row, 'Quantity') ?? childText(row, 'QuantityDifference') ?? '0'
        counts.set(name, (counts.get(name) ?? Big(0)).plus(Big(count).times(sign)))
      }
    }
  }
  return Object.fromEntries([...counts].map(([name, count]) => [name, count.toFixed()]))
}

function filled(accounts: TrialBalance['accounts']): ReadonlyMap<string, string> {
  return new Map(accounts.filter(({ amount }) => amount !== '0.00').map(({ id, amount }) => [id, amount]))
}

describe('the stock', () => {
  it('follows from the movements and agrees with the asset account in any order of entry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (commands) => {
        const storage = memoryStorage()
        const company = await openWorkshop(storage)
        for (const run of commands) await run(company)

        const { accounts, total } = await trialBalance(company)
        expect(total).toBe('0.00')
        const records = (await sendXml(company, '<ItemInventoryQueryRq/>')).elements
        const kept = records.map((each) => [childText(each, 'Name'), childText(each, 'QuantityOnHand')])
        expect(Object.fromEntries(kept)).toEqual(await countedStock(company))

        const worth = await company.read(({ lists, stock }) =>
          items.reduce((sum, name) => sum.plus(stock.getLevel(lists.byFullName('Item', name)?.id ?? '').value), Big(0)),
        )
        const asset = '<AccountQueryRq><FullName>Inventory Asset</FullName></AccountQueryRq>'
        expect(childText(only(await sendXml(company, asset)), 'Balance')).toBe(worth.toFixed(2))

        const reopened = openTestCompany({ storage }).company
        expect(filled((await trialBalance(reopened)).accounts)).toEqual(filled(accounts))
      }),
      { numRuns: 60 },
    )
  })
})
