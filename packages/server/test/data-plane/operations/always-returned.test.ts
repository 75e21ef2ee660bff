import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let CustomerRef: { value: string }
const { created, changed, queried, findIds, read, refTo } = openRecords(() => bridge)
const CurrencyRef = { value: 'USD', name: 'United States Dollar' }

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  CustomerRef = await refTo('customer', { DisplayName: 'Ada' })
})
afterAll(() => bridge.stop())

it('returns the currency of a file with one currency, also as a condition [dp-1.2]', async () => {
  const customer = await read('customer', CustomerRef.value)
  expect(customer).toMatchObject({ CurrencyRef, BillWithParent: false, PrintOnCheckName: 'Ada' })
  expect(await changed('customer', customer, { ...customer, Notes: 'echoed' })).toMatchObject({ CurrencyRef })
  expect(await findIds("select * from Customer where CurrencyRef = 'USD'")).toEqual([CustomerRef.value])
  expect(await findIds("select * from Customer where CurrencyRef = 'EUR'")).toEqual([])
  expect((await read('preferences', '1')).CurrencyPrefs.HomeCurrency).toEqual(CurrencyRef)
})

it.each(['CompanyCurrency', 'ExchangeRate'])('finds no %s in a file with one currency', async (entity) => {
  expect(await queried(`select * from ${entity}`)).toEqual({})
  expect(await queried(`select count(*) from ${entity}`)).toEqual({ totalCount: 0 })
  const since = bridge.clock().toISOString()
  const { body } = await bridge.call(`/cdc?entities=${entity}&changedSince=${since}`)
  expect(body.CDCResponse[0].QueryResponse).toEqual([{ [entity]: [], startPosition: 1, maxResults: 0 }])
})

it('returns empty arrays of lines and links [dp-1.2]', async () => {
  const payment = await created('payment', { CustomerRef, TotalAmt: 7 })
  expect(payment).toMatchObject({ Line: [], ProcessPayment: false, CurrencyRef })
  expect(await read('payment', payment.Id)).toEqual(payment)
  expect(await changed('payment', payment, { ...payment, PrivateNote: 'echoed' })).toMatchObject({ Line: [] })

  const income = await refTo('account', { Name: 'Sales of the test', AccountType: 'Income' })
  const item = await refTo('item', { Name: 'Book', Type: 'Service', IncomeAccountRef: income })
  const line = { DetailType: 'SalesItemLineDetail', Amount: 5, SalesItemLineDetail: { ItemRef: item } }
  const invoice = await created('invoice', { CustomerRef, Line: [line] })
  expect(invoice).toMatchObject({ LinkedTxn: [], AllowOnlinePayment: false, ApplyTaxAfterDiscount: false })
  expect(await read('invoice', invoice.Id)).toEqual(invoice)
  expect(await changed('invoice', invoice, invoice)).toMatchObject({ LinkedTxn: [] })
})

it('returns the status and the tax code of a cost [dp-1.2]', async () => {
  const VendorRef = await refTo('vendor', { DisplayName: 'Supplies' })
  const AccountRef = await refTo('account', { Name: 'Office', AccountType: 'Expense' })
  const line = { DetailType: 'AccountBasedExpenseLineDetail', Amount: 3, AccountBasedExpenseLineDetail: { AccountRef } }
  const bill = await created('bill', { VendorRef, Line: [line] })
  const untaxed = { BillableStatus: 'NotBillable', TaxCodeRef: { value: 'NON' } }
  expect(bill).toMatchObject({ LinkedTxn: [], Line: [{ AccountBasedExpenseLineDetail: untaxed }] })
  expect(await changed('bill', bill, { ...bill, PrivateNote: 'echoed' })).toMatchObject({ PrivateNote: 'echoed' })
})
