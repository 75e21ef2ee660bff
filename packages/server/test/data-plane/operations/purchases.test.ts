import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let vendor: { value: string }
let expense: { value: string }
let bank: { value: string }
let card: { value: string }
let item: { value: string }
let customer: { value: string }

const { created, changed, read, foundBy, findIds, refTo } = openRecords(() => bridge)

function cost(Amount: number, rest: object = {}) {
  return {
    Amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: expense, ...rest },
  }
}
function bought(Qty: number, UnitPrice: number) {
  return {
    Amount: Qty * UnitPrice,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef: item, Qty, UnitPrice },
  }
}
function createBill(Amount: number) {
  return created('bill', { VendorRef: vendor, TxnDate: '2026-03-02', Line: [cost(Amount)] })
}

beforeAll(async () => {
  bridge = await startBridge()
  expense = await refTo('account', { Name: 'Costs of the test', AccountType: 'Expense' })
  bank = await refTo('account', { Name: 'Bank of the test', AccountType: 'Bank' })
  card = await refTo('account', { Name: 'Card of the test', AccountType: 'Credit Card' })
  vendor = await refTo('vendor', { DisplayName: 'Paper Mill' })
  customer = await refTo('customer', { DisplayName: 'Reader' })
  item = await refTo('item', {
    Name: 'Paper',
    Type: 'NonInventory',
    IncomeAccountRef: expense,
    ExpenseAccountRef: expense,
    PurchaseCost: 5,
  })
})
afterAll(() => bridge.stop())

describe('a vendor', () => {
  it('can be created, read, changed, found and deactivated', async () => {
    const before = await created('vendor', {
      DisplayName: 'Ink & Söhne',
      PrintOnCheckName: 'Ink',
      Vendor1099: true,
      TaxIdentifier: '12-3456789',
      BillAddr: { Line1: 'Quay 1', City: 'Auburn' },
    })
    expect(before).toMatchObject({ Active: true, Balance: 0, Vendor1099: true, BillAddr: { City: 'Auburn' } })
    expect(await read('vendor', before.Id)).toEqual(before)
    const after = await changed('vendor', before, { PrintOnCheckName: '', AcctNum: 'A-7' })
    expect(after).toMatchObject({ AcctNum: 'A-7', TaxIdentifier: '12-3456789' })
    expect(after).not.toHaveProperty('PrintOnCheckName')
    expect(await findIds("SELECT * FROM Vendor WHERE DisplayName LIKE 'Ink%'")).toEqual([before.Id])
    await changed('vendor', after, { Active: false })
    expect(await findIds("SELECT * FROM Vendor WHERE DisplayName LIKE 'Ink%'")).toEqual([])
  })
})

describe('a bill', () => {
  it('adds to the balance of the vendor until it is deleted', async () => {
    const bill = await created('bill', {
      VendorRef: vendor,
      TxnDate: '2026-03-02',
      DueDate: '2026-04-01',
      DocNumber: 'INV-2026-000099',
      PrivateNote: 'paper',
      Line: [bought(4, 5), cost(30, { CustomerRef: customer, BillableStatus: 'Billable' })],
    })
    expect(bill).toMatchObject({ TotalAmt: 50, Balance: 50, DocNumber: 'INV-2026-000099', DueDate: '2026-04-01' })
    expect(bill.Line).toMatchObject([
      { DetailType: 'AccountBasedExpenseLineDetail', Amount: 30 },
      { DetailType: 'ItemBasedExpenseLineDetail', Amount: 20, ItemBasedExpenseLineDetail: { Qty: 4, UnitPrice: 5 } },
    ])
    expect(await read('bill', bill.Id)).toEqual(bill)
    const after = await changed('bill', bill, { PrivateNote: '', DueDate: '2026-05-01' })
    expect(after).toMatchObject({ DueDate: '2026-05-01', Line: bill.Line, TotalAmt: 50 })
    expect(after).not.toHaveProperty('PrivateNote')
    expect((await changed('bill', after, after)).Line).toEqual(bill.Line)
    const deleted = await bridge.call('/bill?operation=delete', { json: { Id: bill.Id, SyncToken: '1' } })
    expect(deleted.body.Bill).toMatchObject({ status: 'Deleted', Id: bill.Id })
    expect(getFault(await bridge.call(`/bill/${bill.Id}`)).code).toBe('610')
  })

  it('rejects a change of its lines [dp-4.2-lines.11]', async () => {
    const bill = await createBill(12)
    const response = await bridge.call('/bill', { json: { ...bill, Line: [{ ...bill.Line[0], Amount: 13 }] } })
    expect(getFault(response)).toMatchObject({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('is found by its vendor, its number and its open balance [dp-4.3.10]', async () => {
    const Mill = await refTo('vendor', { DisplayName: 'Second Mill' })
    const first = await created('bill', { VendorRef: Mill, DocNumber: 'Q-1', Line: [cost(10)] })
    const second = await created('bill', { VendorRef: Mill, DocNumber: 'Q-2', Line: [cost(20)] })
    await created('billpayment', {
      VendorRef: Mill,
      PayType: 'Check',
      TotalAmt: 10,
      CheckPayment: { BankAccountRef: bank },
      Line: [{ Amount: 10, LinkedTxn: [{ TxnId: first.Id, TxnType: 'Bill' }] }],
    })
    const found = (condition: string) => findIds(`SELECT * FROM Bill WHERE VendorRef = '${Mill.value}'${condition}`)
    expect((await found('')).sort()).toEqual([first.Id, second.Id].sort())
    expect(await found(" AND Balance > '0'")).toEqual([second.Id])
    expect(await findIds("SELECT * FROM Bill WHERE DocNumber = 'Q-1'")).toEqual([first.Id])
    expect(await findIds("SELECT * FROM Bill WHERE DocNumber IN ('Q-2')")).toEqual([second.Id])
    expect(
      (await foundBy(`SELECT Id, TotalAmt FROM Bill WHERE VendorRef = '${Mill.value}' ORDERBY TotalAmt`))[0],
    ).toEqual({ Id: first.Id, TotalAmt: 10 })
  })

  it('rejects references to records that do not exist [dp-7.3:2500]', async () => {
    const response = await bridge.call('/bill', { json: { VendorRef: { value: '80000FFF-1' }, Line: [cost(1)] } })
    expect(getFault(response)).toMatchObject({ status: 400, code: '2500' })
  })
})

describe('a purchase order', () => {
  const order = (json: object = {}) =>
    created('purchaseorder', { VendorRef: vendor, APAccountRef: { value: '1' }, Line: [bought(10, 5)], ...json })

  it('recalculates its amount for a new line table [dp-4.2-lines.9]', async () => {
    const before = await order({ Memo: 'please hurry', DocNumber: 'PO-1' })
    expect(before).toMatchObject({ TotalAmt: 50, POStatus: 'Open', Memo: 'please hurry' })
    const [line] = before.Line
    const after = await changed('purchaseorder', before, {
      Line: [{ Id: line.Id, ItemBasedExpenseLineDetail: { Qty: 12 } }, bought(1, 3)],
    })
    expect(after.Line).toMatchObject([{ Id: line.Id, Amount: 60 }, { Amount: 3 }])
    expect(after.TotalAmt).toBe(63)
    expect(await read('purchaseorder', before.Id)).toEqual(after)
    expect((await changed('purchaseorder', after, after)).Line).toEqual(after.Line)
  })

  it('can be closed and reopened [dp-3:10] [dp-3:11]', async () => {
    const open = await order()
    const closed = await changed('purchaseorder', open, { POStatus: 'Closed' })
    expect(closed.POStatus).toBe('Closed')
    expect((await changed('purchaseorder', closed, { POStatus: 'Open' })).POStatus).toBe('Open')
  })

  it('can be closed on create', async () => {
    const closed = await order({ POStatus: 'Closed' })
    expect(closed.POStatus).toBe('Closed')
    expect(await read('purchaseorder', closed.Id)).toEqual(closed)
  })

  it('is billed in full or line by line', async () => {
    const whole = await order()
    const bill = await created('bill', {
      VendorRef: vendor,
      LinkedTxn: [{ TxnId: whole.Id, TxnType: 'PurchaseOrder' }],
    })
    expect(bill).toMatchObject({ TotalAmt: 50, LinkedTxn: [{ TxnId: whole.Id, TxnType: 'PurchaseOrder' }] })
    expect(await read('purchaseorder', whole.Id)).toMatchObject({
      POStatus: 'Closed',
      LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }],
    })
    const part = await order()
    const link = { TxnId: part.Id, TxnType: 'PurchaseOrder', TxnLineId: part.Line[0].Id }
    const line = { DetailType: 'ItemBasedExpenseLineDetail', ItemBasedExpenseLineDetail: { Qty: 4 }, LinkedTxn: [link] }
    expect(await created('bill', { VendorRef: vendor, Line: [line] })).toMatchObject({ TotalAmt: 20 })
    expect((await read('purchaseorder', part.Id)).POStatus).toBe('Open')
  })
})

describe('a vendor credit', () => {
  it('can be created, changed, found and used by a payment', async () => {
    const credit = await created('vendorcredit', { VendorRef: vendor, DocNumber: 'CR-1', Line: [bought(2, 5)] })
    expect(credit).toMatchObject({ TotalAmt: 10, Balance: 10 })
    const after = await changed('vendorcredit', credit, { PrivateNote: 'bent' })
    expect(after).toMatchObject({ PrivateNote: 'bent', Line: credit.Line })
    expect(
      await findIds(`SELECT * FROM VendorCredit WHERE DocNumber = 'CR-1' AND VendorRef = '${vendor.value}'`),
    ).toEqual([credit.Id])
    const bill = await createBill(40)
    const payment = await created('billpayment', {
      VendorRef: vendor,
      PayType: 'Check',
      TotalAmt: 30,
      CheckPayment: { BankAccountRef: bank },
      Line: [
        { Amount: 40, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] },
        { Amount: 10, LinkedTxn: [{ TxnId: credit.Id, TxnType: 'VendorCredit' }] },
      ],
    })
    expect(payment.TotalAmt).toBe(30)
    expect((await read('bill', bill.Id)).Balance).toBe(0)
    expect((await read('vendorcredit', credit.Id)).Balance).toBe(0)
  })
})

describe('a bill payment', () => {
  const createPayment = (bill: { Id: string; TotalAmt: number }, by: object) =>
    created('billpayment', {
      VendorRef: vendor,
      TotalAmt: bill.TotalAmt,
      Line: [{ Amount: bill.TotalAmt, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] }],
      ...by,
    })
  const byCheck = () => ({ PayType: 'Check', DocNumber: '501', CheckPayment: { BankAccountRef: bank } })
  const byCard = () => ({ PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: card } })

  it('pays bills by check, and lets its header be changed', async () => {
    const bill = await createBill(75)
    const payment = await createPayment(bill, byCheck())
    expect(payment).toMatchObject({ PayType: 'Check', TotalAmt: 75, DocNumber: '501' })
    expect(payment.Line).toEqual([{ Amount: 75, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] }])
    expect(await read('billpayment', payment.Id)).toEqual(payment)
    expect(await read('bill', bill.Id)).toMatchObject({
      Balance: 0,
      LinkedTxn: [{ TxnId: payment.Id, TxnType: 'BillPaymentCheck' }],
    })
    const after = await changed('billpayment', payment, { PrivateNote: 'March', DocNumber: '502' })
    expect(after).toMatchObject({ PrivateNote: 'March', DocNumber: '502', Line: payment.Line })
    expect((await changed('billpayment', after, after)).Line).toEqual(payment.Line)
  })

  it('cannot be changed if it pays by card', async () => {
    const payment = await createPayment(await createBill(20), byCard())
    expect(payment).toMatchObject({ PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: card } })
    const { Id, SyncToken } = payment
    const response = await bridge.call('/billpayment', { json: { Id, SyncToken, PrivateNote: 'x' } })
    expect(getFault(response)).toMatchObject({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it.each([
    ['check', byCheck],
    ['card', byCard],
  ])('loses its lines and reopens its bills when a %s payment is voided [dp-4.2-void.4]', async (_, by) => {
    const bill = await createBill(33)
    const payment = await createPayment(bill, by())
    const { Id, SyncToken } = payment
    const response = await bridge.call('/billpayment?operation=void', { json: { Id, SyncToken } })
    expect(response.body.BillPayment).toMatchObject({ Id, TotalAmt: 0, PrivateNote: expect.stringMatching(/^VOID: /) })
    expect(response.body.BillPayment.Line).toEqual([])
    expect((await read('bill', bill.Id)).Balance).toBe(33)
  })

  it('is found by its vendor among checks and card payments [dp-4.3.10]', async () => {
    const Press = await refTo('vendor', { DisplayName: 'Press' })
    const pay = async (by: object) => {
      const bill = await created('bill', { VendorRef: Press, Line: [cost(5)] })
      return (await createPayment(bill, { ...by, VendorRef: Press })).Id
    }
    const paid = [await pay(byCheck()), await pay(byCard())]
    expect(await findIds(`SELECT * FROM BillPayment WHERE VendorRef = '${Press.value}'`)).toEqual(
      expect.arrayContaining(paid),
    )
  })

  it('needs an amount in addition to credits [dp-4.2-notes:5]', async () => {
    const credit = await created('vendorcredit', { VendorRef: vendor, Line: [cost(7)] })
    const bill = await createBill(7)
    const response = await bridge.call('/billpayment', {
      json: {
        VendorRef: vendor,
        ...byCheck(),
        TotalAmt: 0,
        Line: [
          { Amount: 7, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] },
          { Amount: 7, LinkedTxn: [{ TxnId: credit.Id, TxnType: 'VendorCredit' }] },
        ],
      },
    })
    expect(getFault(response)).toMatchObject({ status: 422, code: 'UNSUPPORTED_BY_DESKTOP', element: 'TotalAmt' })
  })
})

describe('a purchase', () => {
  const purchase = (json: object) => created('purchase', { EntityRef: vendor, Line: [cost(30), bought(2, 5)], ...json })
  const forms = () =>
    [
      ['check', { PaymentType: 'Check', AccountRef: bank }],
      ['charge', { PaymentType: 'CreditCard', AccountRef: card }],
      ['credit', { PaymentType: 'CreditCard', AccountRef: card, Credit: true }],
    ] as const

  it('is a check, a charge or a credit, and keeps its type', async () => {
    for (const [, form] of forms()) {
      const before = await purchase({ ...form, DocNumber: 'P-1', PrivateNote: 'paper' })
      expect(before).toMatchObject({ ...form, TotalAmt: 40, DocNumber: 'P-1', EntityRef: vendor })
      expect(await read('purchase', before.Id)).toEqual(before)
      const after = await changed('purchase', before, { PrivateNote: 'ink' })
      expect(after).toMatchObject({ ...form, PrivateNote: 'ink', Line: before.Line })
      expect((await changed('purchase', after, after)).Line).toEqual(before.Line)
      const { Id, SyncToken } = before
      const stale = await bridge.call('/purchase', { json: { Id, SyncToken, PrivateNote: 'glue' } })
      expect(getFault(stale).code).toBe('5010')
    }
  })

  it('has the same payee after it is voided', async () => {
    const { Id, SyncToken } = await purchase({ PaymentType: 'Check', AccountRef: bank })
    const { Purchase: voided } = (await bridge.call('/purchase?operation=void', { json: { Id, SyncToken } })).body
    expect(voided).toMatchObject({ TotalAmt: 0, EntityRef: { ...vendor, type: 'Vendor' } })
    expect(await read('purchase', Id)).toEqual(voided)
  })

  it('is found by its payee and its number among all three types [dp-4.3.10]', async () => {
    const Payee = await refTo('vendor', { DisplayName: 'Payee' })
    const ids: string[] = []
    for (const [, form] of forms()) ids.push((await purchase({ ...form, EntityRef: Payee, DocNumber: 'F-9' })).Id)
    const found = await findIds(`SELECT * FROM Purchase WHERE EntityRef = '${Payee.value}'`)
    expect([...found].sort()).toEqual([...ids].sort())
    expect([...(await findIds("SELECT * FROM Purchase WHERE DocNumber = 'F-9'"))].sort()).toEqual([...ids].sort())
    const count = await bridge.call(
      `/query?query=${encodeURIComponent(`SELECT COUNT(*) FROM Purchase WHERE EntityRef = '${Payee.value}'`)}`,
    )
    expect(count.body.QueryResponse).toEqual({ totalCount: 3 })
  })

  it('can be voided in all three types [dp-4.2-void.1]', async () => {
    for (const [name, form] of forms()) {
      const { Id, SyncToken } = await purchase({ ...form, PrivateNote: 'paper' })
      const response = await bridge.call('/purchase?operation=void', { json: { Id, SyncToken } })
      expect([name, response.body.Fault]).toEqual([name, undefined])
      expect(response.body.Purchase).toMatchObject({
        Id,
        TotalAmt: 0,
        PrivateNote: expect.stringMatching(/^VOID: paper/),
      })
    }
  })

  it('leaves two journal entries when a check is voided, and marks the check as printed [dp-4.2-void.5]', async () => {
    const { Id, SyncToken } = await purchase({
      PaymentType: 'Check',
      AccountRef: bank,
      TxnDate: '2026-02-03',
      PrivateNote: 'rebooked',
      PrintStatus: 'NeedToPrint',
    })
    const before = await findIds('SELECT * FROM JournalEntry')
    const response = await bridge.call('/purchase?operation=void', { json: { Id, SyncToken } })
    expect(response.body.Purchase).toMatchObject({
      PrintStatus: 'PrintComplete',
      PrivateNote: expect.stringMatching(/^VOID: rebooked GJE, RGJE created on \d\d\/\d\d\/\d{4}$/),
    })
    const entries = (await foundBy('SELECT * FROM JournalEntry')).filter((entry) => !before.includes(entry.Id))
    expect(entries).toHaveLength(2)
    expect(entries.map(({ TxnDate }) => TxnDate)).toContain('2026-02-03')
    expect(entries.map(({ TotalAmt }) => TotalAmt)).toEqual([40, 40])
  })
})
