import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let customer: { value: string }
let item: { value: string }
let bank: { value: string }

const { created, changed, read, findIds, refTo, refused, ownLines } = openRecords(() => bridge)

function sold(Qty: number, UnitPrice = 100) {
  return {
    Amount: Qty * UnitPrice,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: item, Qty, UnitPrice, TaxCodeRef: { value: 'NON' } },
  }
}
function form(entity: string, json: object = {}) {
  return created(entity, { CustomerRef: customer, TxnDate: '2026-03-02', Line: [sold(1), sold(2)], ...json })
}
async function deleted(entity: string, { Id, SyncToken }: { Id: string; SyncToken: string }) {
  const response = await bridge.call(`/${entity}?operation=delete`, { json: { Id, SyncToken } })
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  expect(getFault(await bridge.call(`/${entity}/${Id}`))).toMatchObject({ code: '610' })
}

beforeAll(async () => {
  bridge = await startBridge()
  const income = await refTo('account', { Name: 'Income of the test', AccountType: 'Income' })
  bank = await refTo('account', { Name: 'Bank of the test', AccountType: 'Bank' })
  customer = await refTo('customer', { DisplayName: 'Reader' })
  item = await refTo('item', { Name: 'Book', Type: 'Service', IncomeAccountRef: income, UnitPrice: 100 })
})
afterAll(() => bridge.stop())

describe.each(['SalesReceipt', 'Estimate', 'CreditMemo'])('a %s', (name) => {
  const entity = name.toLowerCase()

  it('can be created, read, and found by its number and its customer', async () => {
    const DocNumber = `T-${name.slice(0, 4)}`
    const memo = { value: 'Thank you for your business.' }
    const record = await form(entity, { DocNumber, PrivateNote: 'Ünïcode & <tags>', CustomerMemo: memo })
    expect(record).toMatchObject({
      DocNumber,
      CustomerRef: { value: customer.value, name: 'Reader' },
      TxnDate: '2026-03-02',
      PrivateNote: 'Ünïcode & <tags>',
      CustomerMemo: memo,
      TotalAmt: 300,
      Line: [{ Amount: 100 }, { Amount: 200 }, { DetailType: 'SubTotalLineDetail', Amount: 300 }],
    })
    expect(await read(entity, record.Id)).toEqual(record)
    expect(await findIds(`select * from ${name} where DocNumber = '${DocNumber}'`)).toEqual([record.Id])
    expect(await findIds(`select * from ${name} where CustomerRef = '${customer.value}'`)).toContain(record.Id)
  })

  it('accepts a customer message that is new, and one that exists [dp-4.2-lines.10]', async () => {
    const text = (words: string) => ({ CustomerMemo: { value: `${words}, says ${name}` } })
    const record = await form(entity, text('New'))
    expect(record).toMatchObject(text('New'))
    expect(await form(entity, text('New'))).toMatchObject(text('New'))
    const header = await changed(entity, record, text('Newer'))
    expect(header).toMatchObject(text('Newer'))
    expect(await changed(entity, header, { ...text('Newest'), Line: [sold(4)] })).toMatchObject(text('Newest'))
    expect(await read(entity, record.Id)).toMatchObject(text('Newest'))
  })

  it('returns the fault of a form with a new customer message, and does not write the form', async () => {
    const draft = { CustomerRef: customer, Line: [sold(1)], CustomerMemo: { value: `Lost on ${name}` } }
    const count = await findIds(`select * from ${name}`)
    const stranger = { ...draft, CustomerRef: { value: '8000FFFF-1' } }
    expect(await refused(`/${entity}`, stranger)).toEqual({ status: 400, code: '2500', element: 'CustomerRef' })
    const parted = { ...draft, CustomerMemo: { value: 'Note: bye' } }
    expect(await refused(`/${entity}`, parted)).toEqual({ status: 400, code: '3090', element: 'CustomerMemo.value' })
    expect(await findIds(`select * from ${name}`)).toEqual(count)
    expect(await created(entity, draft)).toMatchObject({ CustomerMemo: draft.CustomerMemo })
  })

  it('keeps its lines in a sparse update, and accepts a new line table', async () => {
    const before = await form(entity)
    const header = await changed(entity, before, { PrivateNote: 'changed' })
    expect(header).toMatchObject({ PrivateNote: 'changed', Line: before.Line })
    const [, second] = ownLines(header)
    const after = await changed(entity, header, { Line: [{ Id: second.Id, Description: 'kept' }, sold(3)] })
    expect(ownLines(after)).toMatchObject([{ Id: second.Id, Description: 'kept', Amount: 200 }, { Amount: 300 }])
    expect(after.TotalAmt).toBe(500)
  })

  it('does not change when it is sent back as it was read', async () => {
    const before = await form(entity)
    const { MetaData, SyncToken, ...after } = await created(entity, before)
    expect(before).toMatchObject(after)
    expect(ownLines(after).map(({ Id }) => Id)).toEqual(ownLines(before).map(({ Id }) => Id))
  })

  it('rejects a stale SyncToken [dp-7.3:5010]', async () => {
    const before = await form(entity)
    await changed(entity, before, { PrivateNote: 'first' })
    const stale = { Id: before.Id, SyncToken: before.SyncToken, PrivateNote: 'second' }
    expect(await refused(`/${entity}`, stale)).toMatchObject({ status: 400, code: '5010' })
  })
})

describe('a sales receipt', () => {
  it('returns its payment method, and can be voided and deleted', async () => {
    const receipt = await form('salesreceipt', { PaymentRefNum: '4711', DepositToAccountRef: bank })
    expect(receipt).toMatchObject({ PaymentRefNum: '4711', DepositToAccountRef: bank, Balance: 0 })
    const response = await bridge.call('/salesreceipt?operation=void', {
      json: { Id: receipt.Id, SyncToken: receipt.SyncToken },
    })
    expect(response.body.SalesReceipt).toMatchObject({ Id: receipt.Id, TotalAmt: 0, PrivateNote: 'VOID: ' })
    expect(ownLines(response.body.SalesReceipt)).toMatchObject([{ Amount: 0 }, { Amount: 0 }])
    await deleted('salesreceipt', response.body.SalesReceipt)
  })
})

describe('an estimate', () => {
  it('can be closed, reopened and moved to another date [dp-3:12]', async () => {
    const open = await form('estimate', { ExpirationDate: '2026-04-01' })
    expect(open).toMatchObject({ TxnStatus: 'Pending', ExpirationDate: '2026-04-01' })
    const closed = await changed('estimate', open, { TxnStatus: 'Closed' })
    expect(closed).toMatchObject({ TxnStatus: 'Closed', TotalAmt: 300 })
    const again = await changed('estimate', closed, { TxnStatus: 'Pending', ExpirationDate: '2026-05-01' })
    expect(again).toMatchObject({ TxnStatus: 'Pending', ExpirationDate: '2026-05-01' })
    expect(await refused('/estimate', { ...again, TxnStatus: 'Accepted' })).toMatchObject({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'TxnStatus',
    })
    await deleted('estimate', again)
  })

  it('is invoiced in full, and linked to the invoice', async () => {
    const estimate = await form('estimate')
    const link = { TxnId: estimate.Id, TxnType: 'Estimate' }
    const invoice = await created('invoice', { CustomerRef: customer, LinkedTxn: [link] })
    expect(invoice).toMatchObject({ TotalAmt: 300, LinkedTxn: [link] })
    const linked = await read('estimate', estimate.Id)
    expect(linked.LinkedTxn).toEqual([{ TxnId: invoice.Id, TxnType: 'Invoice' }])
  })

  it('is invoiced line by line', async () => {
    const estimate = await form('estimate')
    const link = { TxnId: estimate.Id, TxnType: 'Estimate', TxnLineId: ownLines(estimate)[1].Id }
    const invoice = await created('invoice', {
      CustomerRef: customer,
      Line: [{ DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { Qty: 1 }, LinkedTxn: [link] }],
    })
    expect(ownLines(invoice)).toMatchObject([{ SalesItemLineDetail: { ItemRef: item, Qty: 1 }, Amount: 100 }])
    expect(invoice.LinkedTxn).toEqual([{ TxnId: estimate.Id, TxnType: 'Estimate' }])
  })
})

describe('a discount line', () => {
  const less = (ItemRef: object) => ({
    Amount: 30,
    DetailType: 'DiscountLineDetail',
    DiscountLineDetail: { ItemRef, PercentBased: true, DiscountPercent: 10 },
  })

  const summed = (name: string) => ({ DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { name } } })

  it('takes a percentage off the line above, through its discount item [dp-4.2-notes:3]', async () => {
    const invoice = await form('invoice', { Line: [sold(3), less({ name: 'discount' })] })
    expect(ownLines(invoice)).toMatchObject([
      { Amount: 300 },
      { Amount: 30, DetailType: 'DiscountLineDetail', DiscountLineDetail: { DiscountPercent: 10, PercentBased: true } },
    ])
    expect(invoice.TotalAmt).toBe(270)
  })

  it('takes a percentage off all lines above, as in QBO [dp-4.2-notes:3]', async () => {
    const subtotal = { Amount: 300, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }
    const invoice = await form('invoice', { Line: [sold(1), sold(2), subtotal, less({ name: 'discount' })] })
    expect(ownLines(invoice)).toMatchObject([{ Amount: 100 }, { Amount: 200 }, { Amount: 30 }])
    expect(invoice.TotalAmt).toBe(270)
    expect((await changed('invoice', invoice, invoice)).TotalAmt).toBe(270)
  })

  it.each(['invoice', 'salesreceipt', 'estimate', 'creditmemo'])(
    'takes a percentage off the lines that an item Subtotal sums, on a new and on a changed %s [dp-4.2-notes:3]',
    async (entity) => {
      const percent = { ...less({ name: 'discount' }), Amount: undefined }
      const record = await form(entity, { Line: [sold(1), sold(2), summed('Subtotal'), percent, sold(4)] })
      expect(ownLines(record)).toMatchObject([
        { Amount: 100 },
        { Amount: 200 },
        { Amount: 300 },
        { Amount: 30, DiscountLineDetail: { DiscountPercent: 10, PercentBased: true } },
        { Amount: 400 },
      ])
      expect(record.TotalAmt).toBe(670)
      expect((await changed(entity, record, record)).TotalAmt).toBe(670)

      const fresh = await read(entity, record.Id)
      const [first, second, sum, { Amount, ...discount }] = ownLines(fresh)
      const more = await changed(entity, fresh, { Line: [first, second, sold(5), sum, discount] })
      expect([more.TotalAmt, ownLines(more).at(-1)]).toMatchObject([720, { Amount: 80 }])
      const kept = ownLines(more).slice(0, 4)
      const replaced = await changed(entity, more, { Line: [...kept, { ...percent, Description: 'New' }] })
      expect([replaced.TotalAmt, ownLines(replaced).at(-1)]).toMatchObject([720, { Amount: 80, Description: 'New' }])
    },
  )

  it('counts no line twice if a client sends the new sum of an item Subtotal [dp-4.2-notes:3]', async () => {
    const percent = { ...less({ name: 'discount' }), Amount: undefined }
    const invoice = await form('invoice', { Line: [sold(1), sold(2), summed('Subtotal'), percent] })
    const [first, second, sum, { Amount, ...discount }] = ownLines(invoice)
    const Line = [first, second, sold(5), { ...sum, Amount: 800 }, discount]
    const more = await changed('invoice', invoice, { Line })
    expect([more.TotalAmt, ownLines(more).at(-1)]).toMatchObject([720, { Amount: 80 }])
  })

  it('needs its amount below another item without a price [dp-7.3:2020]', async () => {
    const percent = { ...less({ name: 'discount' }), Amount: undefined }
    const count = await findIds('select * from Invoice')
    const unpriced = { DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: item } }
    const Line = [sold(1), sold(2), unpriced, percent]
    const fault = { status: 400, code: '2020', element: 'Line[3].Amount' }
    expect(await refused('/invoice', { CustomerRef: customer, Line })).toEqual(fault)
    expect(
      await refused('/invoice', { CustomerRef: customer, Line: [...Line.slice(0, 2), summed('No'), percent] }),
    ).toEqual(fault)
    expect(await findIds('select * from Invoice')).toEqual(count)
    const { Id, SyncToken, ...stored } = await form('invoice')
    expect(await refused('/invoice', { Id, SyncToken, Line: [...ownLines(stored), unpriced, percent] })).toEqual(fault)
  })

  it('rejects an item of another type before anything is written [dp-7.1:MISSING_REQUIRED_DESKTOP_ITEM]', async () => {
    const count = await findIds('select * from Invoice')
    const invoice = { CustomerRef: customer, Line: [sold(3), less(item)] }
    const element = 'Line[1].DiscountLineDetail.ItemRef'
    const fault = { status: 422, code: 'MISSING_REQUIRED_DESKTOP_ITEM', element }
    expect(await refused('/invoice', invoice)).toEqual(fault)
    expect(await refused('/invoice', { ...invoice, Line: [sold(3), less({ name: 'Nothing' })] })).toEqual(fault)
    expect(await findIds('select * from Invoice')).toEqual(count)
    const stored = await form('invoice')
    const added = { Id: stored.Id, SyncToken: stored.SyncToken, Line: [{ Id: ownLines(stored)[0].Id }, less(item)] }
    expect(await refused('/invoice', added)).toEqual(fault)
  })

  it('rejects a change to an item of another type [dp-7.1:MISSING_REQUIRED_DESKTOP_ITEM]', async () => {
    const invoice = await form('invoice', { Line: [sold(3), less({ name: 'discount' })] })
    const [first, discount] = ownLines(invoice)
    const line = (ItemRef: object) => ({ ...discount, DiscountLineDetail: { ...discount.DiscountLineDetail, ItemRef } })
    const update = { Id: invoice.Id, SyncToken: invoice.SyncToken, Line: [first, line(item)] }
    const element = 'Line[1].DiscountLineDetail.ItemRef'
    expect(await refused('/invoice', update)).toEqual({ status: 422, code: 'MISSING_REQUIRED_DESKTOP_ITEM', element })
    const kept = await changed('invoice', invoice, { Line: [first, line({ name: 'Discount' })] })
    expect([kept.TotalAmt, ownLines(kept)[1]]).toEqual([270, discount])
  })
})

describe('a credit memo', () => {
  it('can be neither deleted nor voided [dp-4.2.4]', async () => {
    const memo = await form('creditmemo')
    expect(memo).toMatchObject({ RemainingCredit: 300, Balance: 300 })
    expect(await refused('/creditmemo?operation=delete', memo)).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
    expect(await refused('/creditmemo?operation=void', memo)).toMatchObject({ status: 400 })
  })
})

describe('a payment', () => {
  const invoice = () => form('invoice')
  const pays = (TxnId: string, Amount: number, more: object[] = []) => ({
    Amount,
    LinkedTxn: [{ TxnId, TxnType: 'Invoice' }, ...more],
  })
  const payment = (json: object) => created('payment', { CustomerRef: customer, TxnDate: '2026-03-03', ...json })

  it('pays invoices, and leaves the rest unapplied', async () => {
    const { Id } = await invoice()
    const paid = await payment({
      TotalAmt: 350,
      PaymentRefNum: 'P-1',
      DepositToAccountRef: bank,
      Line: [pays(Id, 300)],
    })
    expect(paid).toMatchObject({
      TotalAmt: 350,
      UnappliedAmt: 50,
      PaymentRefNum: 'P-1',
      DepositToAccountRef: bank,
      Line: [{ Amount: 300, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }],
    })
    expect(await read('payment', paid.Id)).toEqual(paid)
    expect(await read('invoice', Id)).toMatchObject({
      Balance: 0,
      LinkedTxn: [{ TxnId: paid.Id, TxnType: 'Payment' }],
    })
    expect(await findIds("select * from Payment where DocNumber = 'P-1'")).toEqual([paid.Id])
    expect(await findIds("select * from Payment where PaymentRefNum = 'P-1'")).toEqual([paid.Id])
    await deleted('payment', paid)
    expect(await read('invoice', Id)).toMatchObject({ Balance: 300 })
  })

  it('stays unapplied without lines', async () => {
    const { Id } = await invoice()
    expect(await payment({ TotalAmt: 300 })).toMatchObject({ TotalAmt: 300, UnappliedAmt: 300 })
    expect(await read('invoice', Id)).toMatchObject({ Balance: 300 })
  })

  it('is reapplied by an update that has only lines', async () => {
    const [first, second] = [await invoice(), await invoice()]
    const before = await payment({ TotalAmt: 300, Line: [pays(first.Id, 300)] })
    const header = await changed('payment', before, { PrivateNote: 'header' })
    expect(header).toMatchObject({ PrivateNote: 'header', Line: before.Line })
    const echo = await created('payment', header)
    expect(echo.Line).toEqual(before.Line)
    const after = await changed('payment', echo, { Line: [pays(second.Id, 120)] })
    expect(after).toMatchObject({ TotalAmt: 300, UnappliedAmt: 180, Line: [{ Amount: 120 }] })
    expect((await read('invoice', first.Id)).Balance).toBe(300)
    expect((await read('invoice', second.Id)).Balance).toBe(180)
  })

  it('uses credit memos, but only with an amount [dp-4.2-notes:5]', async () => {
    const [{ Id }, memo] = [await invoice(), await form('creditmemo', { Line: [sold(1)] })]
    const credit = { TxnId: memo.Id, TxnType: 'CreditMemo' }
    expect(
      await refused('/payment', { CustomerRef: customer, TotalAmt: 0, Line: [pays(Id, 100, [credit])] }),
    ).toMatchObject({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP', element: 'TotalAmt' })
    const paid = await payment({ TotalAmt: 200, Line: [pays(Id, 300, [credit])] })
    expect(paid).toMatchObject({ TotalAmt: 200, UnappliedAmt: 0, Line: [{ Amount: 200 }] })
    expect((await read('invoice', Id)).Balance).toBe(0)
    expect((await read('creditmemo', memo.Id)).RemainingCredit).toBe(0)
  })
})

describe('a refund receipt', () => {
  it('refunds a credit memo, and rejects items', async () => {
    const memo = await form('creditmemo', { Line: [sold(1)] })
    const draft = { CustomerRef: customer, DepositToAccountRef: bank, TxnDate: '2026-03-04' }
    const refund = await created('refundreceipt', {
      ...draft,
      DocNumber: 'R-1',
      Line: [{ Amount: 60, LinkedTxn: [{ TxnId: memo.Id, TxnType: 'CreditMemo' }] }],
    })
    expect(refund).toMatchObject({
      DocNumber: 'R-1',
      TotalAmt: 60,
      DepositToAccountRef: bank,
      Line: [{ Amount: 60, LinkedTxn: [{ TxnId: memo.Id, TxnType: 'CreditMemo' }] }],
    })
    expect(await read('refundreceipt', refund.Id)).toEqual(refund)
    expect(await findIds(`select * from RefundReceipt where CustomerRef = '${customer.value}'`)).toEqual([refund.Id])
    expect((await read('creditmemo', memo.Id)).RemainingCredit).toBe(40)
    expect(await refused('/refundreceipt', { ...draft, Line: [sold(1)] })).toMatchObject({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
    })
    expect(await refused('/refundreceipt', { ...refund, PrivateNote: 'x' })).toMatchObject({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
    })
  })
})
