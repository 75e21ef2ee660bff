import type { Fault } from '@bridge/faults'
import { findEntity, type JsonObject } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { openSampleCompany } from '../../test/sample-company.fixture.ts'
import { runOperation } from './run-operation.ts'

const file = openSampleCompany('trading')

function requireTable(name: string) {
  const found = findEntity(name)
  if (found?.kind !== 'built') throw new Error(`${name} is not supported.`)
  return found.table
}

async function create(entity: string, body: JsonObject) {
  const write = { entity, operation: 'create' } as const
  const outcome = await runOperation(file, { kind: 'create', table: requireTable(entity), body, write })
  const { body: created, warnings, differences = [] } = outcome
  return { record: created[entity] as JsonObject, warnings: [...warnings, ...differences] }
}

async function update(entity: string, body: JsonObject) {
  const write = { entity, operation: 'update' } as const
  const { body: updated } = await runOperation(file, { kind: 'update', table: requireTable(entity), body, write })
  return updated[entity] as JsonObject
}

async function find(entity: string, where: string): Promise<readonly JsonObject[]> {
  const { body } = await runOperation(file, { kind: 'query', text: `select * from ${entity} ${where} maxresults 1000` })
  return ((body.QueryResponse as JsonObject)[entity] ?? []) as JsonObject[]
}

async function findOne(entity: string, where: string): Promise<JsonObject> {
  const [found] = await find(entity, where)
  return found ?? expect.fail(`There is no ${entity} ${where}`)
}

function refTo({ Id }: JsonObject): JsonObject {
  return { value: Id as string }
}

async function catchFault(result: Promise<unknown>): Promise<Fault> {
  try {
    await result
  } catch (error) {
    return error as Fault
  }
  throw new Error('No fault was thrown.')
}

const inEuro = { CurrencyRef: { value: 'EUR', name: 'Euro' } }
const customer = await findOne('Customer', "where DisplayName = 'Alpenhof Sport'")
const vendor = await findOne('Vendor', "where DisplayName = 'Eisenwerk Keller'")
const service = await findOne('Item', "where Name = 'Packing'")
const euroBank = await findOne('Account', "where Name = 'Euro Checking'")
const dollarBank = await findOne('Account', "where Name = 'Checking'")
const expenses = await findOne('Account', "where Name = 'Travel'")

/** As node-quickbooks and python-quickbooks send it, with the currency that the customer has. */
function createSale(fields: JsonObject = {}): JsonObject {
  const SalesItemLineDetail = { ItemRef: refTo(service), Qty: 2, UnitPrice: 50 }
  return {
    CustomerRef: refTo(customer),
    CurrencyRef: customer.CurrencyRef ?? null,
    Line: [{ Amount: 100, DetailType: 'SalesItemLineDetail', SalesItemLineDetail }],
    ...fields,
  }
}

function createExpense(account: JsonObject): JsonObject {
  const AccountBasedExpenseLineDetail = { AccountRef: refTo(account) }
  return { Amount: 40, DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail }
}

function createPosting(PostingType: string, account: JsonObject, Amount = 30): JsonObject {
  return {
    Amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef: refTo(account) },
  }
}

describe('a company that trades in several currencies', () => {
  it('shows no ListID of a currency in any record', async () => {
    const ids = (await find('CompanyCurrency', 'where Active in (true, false)')).map(({ Id }) => String(Id))
    expect(ids.length).toBeGreaterThan(2)
    const entities = ['Customer', 'Vendor', 'Account', 'Invoice', 'Payment', 'Bill', 'BillPayment', 'Purchase']
    const codes = new Set<unknown>()
    for (const entity of [...entities, 'SalesReceipt', 'CreditMemo', 'VendorCredit', 'JournalEntry', 'Deposit']) {
      const records = await find(entity, '')
      expect(records.length).toBeGreaterThan(0)
      const text = JSON.stringify(records.map(({ Id: _, ...record }) => record))
      expect(text).not.toMatch(new RegExp(`"CurrencyRef":\\{"value":"(?:${ids.join('|')})"`))
      for (const { CurrencyRef } of records) codes.add((CurrencyRef as JsonObject).value)
    }
    expect(codes).toEqual(new Set(['USD', 'EUR', 'CAD']))
  })

  it('finds its customers by currency', async () => {
    const all = await find('Customer', '')
    const byCode = await Promise.all(
      ['USD', 'EUR', 'cad'].map((code) => find('Customer', `where CurrencyRef = '${code}'`)),
    )
    expect(byCode.every((each) => each.length > 0)).toBe(true)
    expect(byCode.flat()).toHaveLength(all.length)
  })

  it('has rates by code and day', async () => {
    const { AsOfDate, ...rate } = await findOne('ExchangeRate', "where SourceCurrencyCode = 'EUR'")
    expect(rate).toMatchObject({ TargetCurrencyCode: 'USD', Rate: expect.any(Number) })
    const parameters = new Map([
      ['sourcecurrencycode', 'eur'],
      ['asofdate', String(AsOfDate)],
    ])
    const read = await runOperation(file, { kind: 'read-by', table: requireTable('ExchangeRate'), parameters })
    expect(read.body.ExchangeRate).toMatchObject(rate)
  })
})

describe('in the home currency', () => {
  it('a customer is created without a warning, and billed', async () => {
    const CurrencyRef = { value: 'USD', name: 'US Dollar' }
    const { record, warnings } = await create('Customer', { DisplayName: 'New Buyer', CurrencyRef: { value: 'usd' } })
    expect(record).toMatchObject({ CurrencyRef })
    expect(warnings).toEqual([])
    const sale = createSale({ CustomerRef: refTo(record), CurrencyRef, ExchangeRate: 0 })
    const { record: invoice } = await create('Invoice', sale)
    expect(invoice).toMatchObject({ CurrencyRef, ExchangeRate: 1, TotalAmt: 100 })
  })
})

describe('in euros', () => {
  it('a customer, a vendor and a bank account are created', async () => {
    for (const [entity, body] of [
      ['Customer', { DisplayName: 'Neukunde' }],
      ['Vendor', { DisplayName: 'Neulieferant' }],
      ['Account', { Name: 'Zweite Bank', AccountType: 'Bank' }],
    ] as const) {
      const { record, warnings } = await create(entity, { ...body, CurrencyRef: { value: 'EUR' } })
      expect(record).toMatchObject(inEuro)
      expect(warnings).toEqual([])
      expect(await update(entity, { ...record, sparse: true })).toMatchObject(inEuro)
    }
  })

  it('an invoice is created, changed, paid and deposited', async () => {
    const { record: invoice, warnings } = await create('Invoice', createSale({ ExchangeRate: 1.25 }))
    expect(warnings).toEqual([])
    expect(invoice).toMatchObject({ ...inEuro, ExchangeRate: 1.25, TotalAmt: 100, Balance: 100, HomeBalance: 125 })
    const changed = await update('Invoice', { ...invoice, PrivateNote: 'x' })
    expect(changed).toMatchObject({ PrivateNote: 'x', ExchangeRate: 1.25 })
    const { record: payment } = await create('Payment', {
      CustomerRef: refTo(customer),
      ...inEuro,
      ExchangeRate: 1.5,
      TotalAmt: 100,
      Line: [{ Amount: 100, LinkedTxn: [{ TxnId: invoice.Id as string, TxnType: 'Invoice' }] }],
    })
    expect(payment).toMatchObject({ ...inEuro, ExchangeRate: 1.5, TotalAmt: 100, HomeTotalAmt: 150, UnappliedAmt: 0 })
    expect(await findOne('Invoice', `where Id = '${invoice.Id}'`)).toMatchObject({ Balance: 0, HomeBalance: 0 })
    const { record: deposit } = await create('Deposit', {
      DepositToAccountRef: refTo(euroBank),
      ...inEuro,
      ExchangeRate: 1.5,
      Line: [{ Amount: 100, LinkedTxn: [{ TxnId: payment.Id as string, TxnType: 'Payment', TxnLineId: '0' }] }],
    })
    expect(deposit).toMatchObject({ ...inEuro, TotalAmt: 100, HomeTotalAmt: 150 })
  })

  it.each([
    [
      'python-quickbooks',
      (invoice: JsonObject) => ({
        ...invoice,
        CurrencyRef: { name: 'Euro', type: '', value: 'EUR' },
        AllowIPNPayment: false,
        AllowOnlinePayment: false,
        ApplyTaxAfterDiscount: false,
        CustomField: [],
        Deposit: 0,
        FreeFormAddress: false,
        GlobalTaxCalculation: 'TaxExcluded',
        HomeTotalAmt: 0,
        InvoiceLink: '',
        TrackingNum: '',
      }),
    ],
    [
      'Intuit’s Java SDK',
      ({ ExchangeRate: _, ...invoice }: JsonObject) => ({
        ...invoice,
        AllowIPNPayment: false,
        AllowOnlineCreditCardPayment: false,
        AllowOnlineACHPayment: false,
        FinanceCharge: false,
      }),
    ],
  ])('%s sends a whole invoice back', async (_which, toBody) => {
    const { record } = await create('Invoice', createSale({ ExchangeRate: 1.25 }))
    const updated = await update('Invoice', toBody({ ...record, PrivateNote: 'Seen' }))
    expect(updated).toMatchObject({
      ...inEuro,
      PrivateNote: 'Seen',
      ExchangeRate: 1.25,
      TotalAmt: 100,
      HomeBalance: 125,
    })
  })

  it('a journal entry balances in euros, whatever its cents are in dollars', async () => {
    const [one, other] = [createPosting('Debit', euroBank, 33.33), createPosting('Debit', euroBank, 66.67)]
    const Line = [one, other, createPosting('Credit', expenses, 100)]
    const { record, warnings } = await create('JournalEntry', { ...inEuro, ExchangeRate: 1.2345, Line })
    expect(record).toMatchObject({ ...inEuro, ExchangeRate: 1.2345, TotalAmt: 100 })
    expect(warnings).toEqual([])
  })

  it('a bill is created and paid from either bank', async () => {
    for (const bank of [euroBank, dollarBank]) {
      const { record: bill } = await create('Bill', {
        VendorRef: refTo(vendor),
        ...inEuro,
        ExchangeRate: 1.25,
        Line: [createExpense(expenses)],
      })
      expect(bill).toMatchObject({ ...inEuro, TotalAmt: 40, HomeTotalAmt: 50 })
      const { record: paid } = await create('BillPayment', {
        VendorRef: refTo(vendor),
        ...inEuro,
        ExchangeRate: 1.5,
        TotalAmt: 40,
        PayType: 'Check',
        CheckPayment: { BankAccountRef: refTo(bank) },
        Line: [{ Amount: 40, LinkedTxn: [{ TxnId: bill.Id as string, TxnType: 'Bill' }] }],
      })
      expect(paid).toMatchObject({ ...inEuro, HomeTotalAmt: 60 })
    }
  })

  it('other papers are created', async () => {
    const payee = { EntityRef: { ...refTo(vendor), type: 'Vendor' } }
    const papers: readonly (readonly [entity: string, body: JsonObject])[] = [
      ['SalesReceipt', createSale()],
      ['CreditMemo', createSale()],
      ['Estimate', createSale()],
      ['VendorCredit', { VendorRef: refTo(vendor), ...inEuro, ExchangeRate: 1.25, Line: [createExpense(expenses)] }],
      ['Purchase', { PaymentType: 'Check', AccountRef: refTo(euroBank), ...inEuro, Line: [createExpense(expenses)] }],
      [
        'Purchase',
        { PaymentType: 'Check', AccountRef: refTo(dollarBank), ...payee, ...inEuro, Line: [createExpense(expenses)] },
      ],
      [
        'JournalEntry',
        { ...inEuro, ExchangeRate: 1.2, Line: [createPosting('Debit', euroBank), createPosting('Credit', expenses)] },
      ],
      ['Transfer', { FromAccountRef: refTo(dollarBank), ToAccountRef: refTo(euroBank), Amount: 5, ...inEuro }],
    ]
    for (const [entity, body] of papers) {
      const { record, warnings } = await create(entity, body)
      expect(warnings).toEqual([])
      if (entity !== 'Transfer') expect(record).toMatchObject(inEuro)
      if (entity === 'VendorCredit') expect(record).toMatchObject({ TotalAmt: 40, HomeTotalAmt: 50 })
    }
  })
})

describe('across currencies', () => {
  it.each([
    [
      'an invoice in another than the customer’s',
      'Invoice',
      () => createSale({ CurrencyRef: { value: 'USD' } }),
      '2010',
    ],
    ['an inactive one', 'Customer', () => ({ DisplayName: 'J', CurrencyRef: { value: 'JPY' } }), '2010'],
    ['one of no list', 'Customer', () => ({ DisplayName: 'J', CurrencyRef: { value: 'XXX' } }), '2010'],
    [
      'a rate of the home currency',
      'JournalEntry',
      () => journal({ CurrencyRef: { value: 'USD' }, ExchangeRate: 2 }),
      '2010',
    ],
    ['a paper in USD on an account in EUR', 'JournalEntry', () => journal({ CurrencyRef: { value: 'USD' } }), '2500'],
    ['amounts that do not balance', 'JournalEntry', () => journal({ ...inEuro, Line: unbalanced() }), '2010'],
    ['a check in USD of a bank in EUR', 'Purchase', () => check({ CurrencyRef: { value: 'USD' } }), '2010'],
    ['a rate of zero', 'Bill', () => bill({ ExchangeRate: 0 }), '2010'],
    ['a rate of zero without a currency', 'Bill', () => bill({ CurrencyRef: null, ExchangeRate: 0 }), '2010'],
  ] as const)('rejects %s', async (_which, entity, createBody, code) => {
    const before = (await find(entity, '')).length
    const fault = await catchFault(create(entity, createBody()))
    expect(fault).toMatchObject({ code, detail: expect.stringMatching(/\.$/) })
    expect((await find(entity, '')).length).toBe(before)
  })

  it('rejects a payment in euros for an invoice in Canadian dollars', async () => {
    const foreign = await findOne('Invoice', "where CurrencyRef = 'CAD'")
    const fault = await catchFault(
      create('Payment', {
        CustomerRef: refTo(customer),
        ...inEuro,
        TotalAmt: 5,
        Line: [{ Amount: 5, LinkedTxn: [{ TxnId: foreign.Id as string, TxnType: 'Invoice' }] }],
      }),
    )
    expect(fault).toMatchObject({
      code: '2010',
      element: 'Line[0].LinkedTxn[0]',
      detail: expect.stringContaining('a transaction in CAD, but CurrencyRef is in EUR'),
    })
  })

  it('rejects a deposit of payments in two currencies', async () => {
    const pay = async (name: string) => {
      const payer = await findOne('Customer', `where DisplayName = '${name}'`)
      const { record } = await create('Payment', { CustomerRef: refTo(payer), TotalAmt: 7 })
      return { Amount: 7, LinkedTxn: [{ TxnId: record.Id as string, TxnType: 'Payment', TxnLineId: '0' }] }
    }
    const Line = [await pay('Alpenhof Sport'), await pay('Maple Ridge Trading')]
    const before = (await find('Deposit', '')).length
    const body = { DepositToAccountRef: refTo(euroBank), Line }
    const element = 'Line[1].LinkedTxn[0]'
    expect(await catchFault(create('Deposit', { ...body, ...inEuro }))).toMatchObject({
      code: '2010',
      element,
      detail: expect.stringContaining('a transaction in CAD, but CurrencyRef is in EUR'),
    })
    expect(await catchFault(create('Deposit', body))).toMatchObject({
      code: '2010',
      element,
      detail: expect.stringMatching(/in (CAD|Canadian Dollar), but Line\[0\]\.LinkedTxn\[0\] is in (EUR|Euro)/),
    })
    expect((await find('Deposit', '')).length).toBe(before)
  })

  it.each([
    ['Customer', customer],
    ['Vendor', vendor],
    ['Account', euroBank],
  ])(
    'rejects the change of a used %s’s currency with QuickBooks’ reason',
    async (entity, { Id = '', SyncToken = '' }) => {
      const fault = await catchFault(update(entity, { Id, SyncToken, sparse: true, CurrencyRef: { value: 'USD' } }))
      expect(fault).toMatchObject({ element: 'CurrencyRef', detail: expect.stringContaining('in use') })
    },
  )

  function journal(fields: JsonObject): JsonObject {
    return { Line: [createPosting('Debit', euroBank), createPosting('Credit', expenses)], ...fields }
  }

  function unbalanced(): JsonObject[] {
    return [createPosting('Debit', euroBank, 31), createPosting('Credit', expenses)]
  }

  function bill(fields: JsonObject): JsonObject {
    return { VendorRef: refTo(vendor), ...inEuro, Line: [createExpense(expenses)], ...fields }
  }

  function check(fields: JsonObject): JsonObject {
    return { PaymentType: 'Check', AccountRef: refTo(euroBank), Line: [createExpense(expenses)], ...fields }
  }
})
