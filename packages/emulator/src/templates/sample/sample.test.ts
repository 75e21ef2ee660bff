import { childrenByName, childText } from '@bridge/qbxml'
import Big from 'big.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestCompany, sendXml, testStart, texts } from '../../../test/company.fixture.ts'
import { queriedKinds } from '../../books/list-kinds.ts'
import type { Company } from '../../company/company.ts'
import { trialBalance } from '../../company/trial-balance.ts'
import { transactionKinds } from '../../handlers/transaction-kinds.ts'

let company: Company
beforeAll(() => {
  company = openTestCompany({ template: 'sample' }).company
})

async function all(kind: string, inner = '') {
  return (await sendXml(company, `<${kind}QueryRq>${inner}</${kind}QueryRq>`)).elements
}

function getDate(daysAgo: number) {
  return new Date(testStart.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
}

describe('the sample company', () => {
  it('balances, and its subledgers agree with its accounts', async () => {
    const { accounts, total } = await trialBalance(company)
    expect(total).toBe('0.00')
    const getAmount = (name: string) => new Big(accounts.find((account) => account.fullName === name)?.amount ?? 0)
    const sum = (values: readonly (string | undefined)[]) =>
      values.reduce((total, each) => total.plus(each ?? 0), new Big(0))
    const customers = await all('Customer')
    expect(sum(customers.map((each) => childText(each, 'Balance')))).toEqual(getAmount('Accounts Receivable'))
    const vendors = await all('Vendor')
    expect(sum(vendors.map((each) => childText(each, 'Balance')))).toEqual(getAmount('Accounts Payable').neg())
    const goods = [...queriedKinds('ItemInventory'), ...queriedKinds('ItemInventoryAssembly')]
    const worth = await company.read(({ lists, stock }) =>
      sum(goods.flatMap((kind) => [...lists.getRecords(kind)]).map((item) => stock.getLevel(item.id).value.toFixed(2))),
    )
    expect(worth).toEqual(getAmount('Inventory Asset'))
  })

  it.each([
    ['Customer', 40],
    ['Vendor', 25],
    ['Employee', 8],
    ['Class', 6],
    ['Terms', 7],
    ['SalesRep', 2],
    ['ItemSalesTax', 3],
    ['Item', 60],
  ] as const)('the sample company has many %s records (at least %d)', async (kind, count) => {
    expect((await all(kind)).length).toBeGreaterThanOrEqual(count)
  })

  it('the sample company has jobs below its customers', async () => {
    const sublevels = (await all('Customer')).map((each) => childText(each, 'Sublevel'))
    expect(sublevels.filter((level) => level === '1').length).toBeGreaterThanOrEqual(10)
    expect(sublevels.filter((level) => level === '0').length).toBeGreaterThanOrEqual(40)
  })

  it('the sample company has items of every type', async () => {
    const names = new Set((await all('Item')).map((each) => each.name))
    expect([...names].sort()).toEqual([
      'ItemDiscountRet',
      'ItemFixedAssetRet',
      'ItemGroupRet',
      'ItemInventoryAssemblyRet',
      'ItemInventoryRet',
      'ItemNonInventoryRet',
      'ItemOtherChargeRet',
      'ItemPaymentRet',
      'ItemSalesTaxGroupRet',
      'ItemSalesTaxRet',
      'ItemServiceRet',
      'ItemSubtotalRet',
    ])
  })

  it.each([...transactionKinds.keys()])(
    'returns its %s transactions with lines as the message tables define',
    async (kind) => {
      const withLines = ['TimeTracking', 'Transfer'].includes(kind) ? '' : '<IncludeLineItems>true</IncludeLineItems>'
      const found = await all(kind, withLines)
      expect(found.length).toBeGreaterThan(0)
      const dates = found.map((each) => childText(each, 'TxnDate') ?? '')
      expect(dates.every((date) => date >= getDate(731) && date < getDate(0))).toBe(true)
    },
  )

  it('the sample company has two years of transactions up to this week', async () => {
    const count = await company.read(({ transactions }) => transactions.size)
    expect(count).toBeGreaterThanOrEqual(600)
    const dates = (await all('Invoice')).map((each) => childText(each, 'TxnDate') ?? '').sort()
    expect(dates[0]).toBe(getDate(728))
    expect(dates.at(-1)).toBe(getDate(5))
  })

  it('the sample company has paid and unpaid invoices and bills, links both ways and no negative stock', async () => {
    for (const kind of ['Invoice', 'Bill']) {
      const paid = (await all(kind)).map((each) => childText(each, 'IsPaid'))
      expect(new Set(paid)).toEqual(new Set(['true', 'false']))
    }
    const linked = await all('Invoice', '<IncludeLinkedTxns>true</IncludeLinkedTxns>')
    const types = linked.flatMap((each) => childrenByName(each, 'LinkedTxn')).map((each) => childText(each, 'TxnType'))
    expect(new Set(types)).toEqual(new Set(['ReceivePayment', 'Estimate']))
    const stock = (await all('ItemInventory')).map((each) => texts(each, 'QuantityOnHand')[0])
    expect(stock.filter((quantity) => quantity?.startsWith('-'))).toEqual([])
  })

  it('the sample company has custom fields on names, items and transactions', async () => {
    const definitions = await all('DataExtDef', '<OwnerID>0</OwnerID>')
    const objects = definitions.flatMap((each) => childrenByName(each, 'AssignToObject').map((object) => object.text))
    expect(objects).toEqual(expect.arrayContaining(['Customer', 'Vendor', 'Employee', 'Item', 'Invoice', 'Bill']))
  })

  it('the sample company is the same in every file that is created at the same time', async () => {
    const xml = '<InvoiceQueryRq><IncludeLineItems>true</IncludeLineItems></InvoiceQueryRq>'
    const other = openTestCompany({ template: 'sample' }).company
    expect(await sendXml(other, xml)).toEqual(await sendXml(company, xml))
  })
})
