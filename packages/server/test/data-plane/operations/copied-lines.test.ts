import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let CustomerRef: { value: string }
let Line: object[]
const { created, refTo, refused, ownLines } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const IncomeAccountRef = await refTo('account', { Name: 'Sales of the test', AccountType: 'Income' })
  const ItemRef = await refTo('item', { Name: 'Design hour', Type: 'Service', IncomeAccountRef, UnitPrice: 80 })
  CustomerRef = await refTo('customer', { DisplayName: 'Ada' })
  const sold = (Qty: number) => ({
    DetailType: 'SalesItemLineDetail',
    Amount: Qty * 80,
    SalesItemLineDetail: { ItemRef, Qty, UnitPrice: 80 },
  })
  Line = [sold(2), sold(3)]
})
afterAll(() => bridge.stop())

it('creates an invoice with the lines of its estimate, which QuickBooks copies [dp-1.2]', async () => {
  const estimate = await created('estimate', { CustomerRef, Line })
  const LinkedTxn = [{ TxnId: estimate.Id, TxnType: 'Estimate' }]
  const invoice = await created('invoice', { CustomerRef, LinkedTxn, Line: estimate.Line })
  expect(invoice.TotalAmt).toBe(400)
  expect(ownLines(invoice)).toHaveLength(2)
  expect(invoice.LinkedTxn).toEqual(LinkedTxn)
})

it('rejects other lines next to an estimate, and lines of one that has an invoice [dp-1.3]', async () => {
  const estimate = await created('estimate', { CustomerRef, Line })
  const LinkedTxn = [{ TxnId: estimate.Id, TxnType: 'Estimate' }]
  const fault = { status: 422, code: 'UNSUPPORTED_BY_DESKTOP', element: 'LinkedTxn[0]' }
  expect(await refused('/invoice', { CustomerRef, LinkedTxn, Line: Line.slice(1) })).toEqual(fault)
  await created('invoice', { CustomerRef, LinkedTxn })
  expect(await refused('/invoice', { CustomerRef, LinkedTxn, Line: estimate.Line })).toEqual(fault)
})
