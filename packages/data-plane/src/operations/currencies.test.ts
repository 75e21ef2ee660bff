import type { Fault } from '@bridge/faults'
import { serializeMessageSet } from '@bridge/qbxml'
import { findEntity, type JsonObject } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { createEuroCompany, currencyIds, type EuroCompany, inCurrency } from '../../test/euro-company.fixture.ts'
import type { Operation } from './operation.ts'
import { runOperation } from './run-operation.ts'

const [euroCustomer, dollarCustomer] = ['80000001-1', '80000002-1']

function requireTable(name: string) {
  const found = findEntity(name)
  if (found?.kind !== 'built') throw new Error(name)
  return found.table
}

function run({ company }: EuroCompany, operation: Operation) {
  return runOperation(company, operation)
}

function create(file: EuroCompany, entity: string, body: JsonObject) {
  return run(file, {
    kind: 'create',
    table: requireTable(entity),
    body,
    write: { entity, operation: 'create' } as never,
  })
}

function update(file: EuroCompany, entity: string, body: JsonObject) {
  return run(file, {
    kind: 'update',
    table: requireTable(entity),
    body,
    write: { entity, operation: 'update' } as never,
  })
}

/** Returns the company file as a call some minutes later sees it. */
function at(file: EuroCompany, minutes: number): EuroCompany {
  const { readContext } = file.company
  const now = new Date((readContext.now?.getTime() ?? 0) + minutes * 60_000)
  return { ...file, company: { ...file.company, readContext: { ...readContext, now } } }
}

async function queryRows(file: EuroCompany, text: string): Promise<JsonObject> {
  return (await run(file, { kind: 'query', text })).body.QueryResponse as JsonObject
}

/** Returns the names of the requests in each exchange. */
function getNames({ exchanged }: EuroCompany): readonly string[] {
  return exchanged.map((requests) => requests.map(({ name }) => name).join(' '))
}

/** Returns the last exchange's requests as text. */
function getWritten({ exchanged }: EuroCompany): string {
  const requests = exchanged.find((each) => /(Add|Mod)Rq$/.test(each[0]?.name ?? '')) ?? []
  return serializeMessageSet({ requests, onError: 'stopOnError' }).replace(/>\s+</g, '><')
}

async function catchFault(result: Promise<unknown>): Promise<Fault> {
  try {
    await result
  } catch (error) {
    return error as Fault
  }
  throw new Error('No fault was thrown.')
}

const list = 'PreferencesQueryRq CurrencyQueryRq'

function createCustomer(id: string, code: 'EUR' | 'USD'): string {
  return `<CustomerRet><ListID>${id}</ListID><TimeCreated>2026-01-01T00:00:00</TimeCreated><TimeModified>2026-01-01T00:00:00</TimeModified><EditSequence>7</EditSequence><Name>${code}</Name><IsActive>true</IsActive>${inCurrency(code)}</CustomerRet>`
}

function createInvoice(code: 'EUR' | 'USD', rate: string): string {
  return `<InvoiceRet><TxnID>1F-1</TxnID><EditSequence>7</EditSequence><CustomerRef><ListID>${euroCustomer}</ListID></CustomerRef><TxnDate>2026-03-16</TxnDate><BalanceRemaining>100.00</BalanceRemaining>${inCurrency(code)}<ExchangeRate>${rate}</ExchangeRate><BalanceRemainingInHomeCurrency>110.00</BalanceRemainingInHomeCurrency></InvoiceRet>`
}

const line = { DetailType: 'DescriptionOnly', Description: 'x' }
const reference = { value: euroCustomer }

describe('a record in a file with several currencies', () => {
  it('shows the code of its currency, and the list is read once', async () => {
    const file = createEuroCompany()
    const read = () => run(file, { kind: 'read', table: requireTable('Customer'), id: euroCustomer })
    const expected = { Customer: { CurrencyRef: { value: 'EUR', name: 'Euro' } } }
    expect((await read()).body).toMatchObject(expected)
    expect(getNames(file).filter((each) => each === list)).toHaveLength(1)
    file.exchanged.length = 0
    expect((await read()).body).toMatchObject(expected)
    expect(getNames(file).filter((each) => each.includes('CurrencyQueryRq'))).toEqual([])
  })

  it('is found by the code in any case, and a ListID is no code', async () => {
    const file = createEuroCompany()
    file.records.set('CustomerQueryRq', createCustomer(euroCustomer, 'EUR') + createCustomer(dollarCustomer, 'USD'))
    expect(await queryRows(file, "select Id, CurrencyRef from Customer where CurrencyRef = 'USD'")).toMatchObject({
      Customer: [{ Id: dollarCustomer, CurrencyRef: { value: 'USD', name: 'US Dollar' } }],
    })
    for (const code of ['eur', 'EUR']) {
      const { Customer } = await queryRows(file, `select * from Customer where CurrencyRef in ('${code}', 'CAD')`)
      expect(Customer).toMatchObject([{ Id: euroCustomer }])
    }
    const byId = queryRows(file, `select * from Customer where CurrencyRef = '${currencyIds.EUR}'`)
    expect(await catchFault(byId)).toMatchObject({ code: '4000' })
  })

  it('shows a currency missing from the list by name, with a warning', async () => {
    const file = createEuroCompany()
    file.records.set('CustomerQueryRq', createCustomer(euroCustomer, 'EUR').replaceAll(currencyIds.EUR, '80000077-1'))
    const { body, warnings } = await run(file, { kind: 'read', table: requireTable('Customer'), id: euroCustomer })
    expect(body).toMatchObject({ Customer: { CurrencyRef: { name: 'Euro' } } })
    expect(JSON.stringify(body)).not.toContain('80000077-1')
    expect(warnings).toEqual([expect.stringContaining('CurrencyRef')])
  })

  it('has the home currency in Preferences, and the target of each rate', async () => {
    const file = createEuroCompany()
    const preferences = await run(file, { kind: 'read', table: requireTable('Preferences'), id: undefined })
    expect(preferences.body).toMatchObject({
      Preferences: { CurrencyPrefs: { HomeCurrency: { value: 'USD', name: 'US Dollar' } } },
    })
    const parameters = new Map([['sourcecurrencycode', 'eur']])
    const rate = await run(createEuroCompany(), { kind: 'read-by', table: requireTable('ExchangeRate'), parameters })
    expect(rate.body).toMatchObject({
      ExchangeRate: { SourceCurrencyCode: 'EUR', TargetCurrencyCode: 'USD', Rate: 1.1, AsOfDate: '2026-03-10' },
    })
  })
})

describe('a query for exchange rates', () => {
  const find = async (text: string) => (await queryRows(createEuroCompany(), text)).ExchangeRate
  const codes = "where SourceCurrencyCode in ('EUR', 'usd')"

  it('finds the rates of a day on which they were current', async () => {
    const expected = [{ SourceCurrencyCode: 'USD' }, { SourceCurrencyCode: 'EUR', Rate: 1.1, AsOfDate: '2026-03-10' }]
    expect(await find(`select * from ExchangeRate ${codes}`)).toMatchObject(expected)
    expect(await find(`select * from exchangerate ${codes} and AsOfDate = '2026-03-15'`)).toMatchObject(expected)
  })

  it('rejects an earlier day, because QuickBooks keeps no earlier rates', async () => {
    const earlier = find(`select * from ExchangeRate where AsOfDate = '2026-03-09' and SourceCurrencyCode = 'EUR'`)
    expect(await catchFault(earlier)).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: 'AsOfDate' })
    const other = `select * from ExchangeRate where AsOfDate = '2026-03-09' and SourceCurrencyCode = 'GBP'`
    expect(await find(other)).toBeUndefined()
  })
})

describe('a new name', () => {
  it('gets the currency with the code', async () => {
    const file = createEuroCompany()
    file.records.set('CustomerAddRq', createCustomer(euroCustomer, 'EUR'))
    const sent = { DisplayName: 'EUR', CurrencyRef: { value: 'eur' } }
    const { body, warnings, differences } = await create(file, 'Customer', sent)
    expect(getNames(file)[0]).toBe(list)
    expect(getWritten(file)).toContain(`<CurrencyRef><ListID>${currencyIds.EUR}</ListID></CurrencyRef>`)
    expect(body).toMatchObject({ Customer: { CurrencyRef: { value: 'EUR' } } })
    expect([warnings, differences ?? []]).toEqual([[], []])
  })

  it.each([
    ['is not in the list', 'GBP', '2010', 'which the company file'],
    ['is inactive', 'CAD', '2010', 'inactive'],
    ['is a ListID', currencyIds.EUR, '2010', 'three letters'],
  ])('is not created if its currency %s', async (_which, value, code, text) => {
    const file = createEuroCompany()
    const fault = await catchFault(create(file, 'Vendor', { DisplayName: 'X', CurrencyRef: { value } }))
    expect(fault).toMatchObject({ code, element: 'CurrencyRef', detail: expect.stringContaining(text) })
    expect(getNames(file).every((each) => each === list)).toBe(true)
  })
})

describe('an update of a name', () => {
  it('repeats the currency, or leaves its change to QuickBooks', async () => {
    const file = createEuroCompany()
    file.records.set('CustomerQueryRq', createCustomer(euroCustomer, 'EUR'))
    file.records.set('CustomerModRq', createCustomer(euroCustomer, 'EUR'))
    const body = { Id: euroCustomer, SyncToken: '7', sparse: true, Notes: 'n' }
    await update(file, 'Customer', { ...body, CurrencyRef: { value: 'EUR' } })
    expect(getWritten(file)).not.toContain('CurrencyRef')
    file.exchanged.length = 0
    await update(file, 'Customer', { ...body, CurrencyRef: { value: 'USD' } })
    expect(getWritten(file)).toContain(`<CurrencyRef><ListID>${currencyIds.USD}</ListID></CurrencyRef>`)
  })
})

describe('a transaction', () => {
  it('may name its customer’s currency and a rate, which is written', async () => {
    const file = createEuroCompany()
    file.records.set('InvoiceAddRq', createInvoice('EUR', '1.1'))
    const { body, warnings, differences } = await create(file, 'Invoice', {
      CustomerRef: reference,
      CurrencyRef: { value: 'EUR', name: 'Euro' },
      ExchangeRate: 1.1,
      Line: [line],
    })
    expect(getNames(file).slice(0, 2)).toEqual([list, 'CustomerQueryRq'])
    expect(getWritten(file)).toContain('<ExchangeRate>1.1</ExchangeRate>')
    expect(getWritten(file)).not.toContain('CurrencyRef')
    expect(body).toMatchObject({
      Invoice: { CurrencyRef: { value: 'EUR' }, ExchangeRate: 1.1, Balance: 100, HomeBalance: 110 },
    })
    expect(warnings).toEqual([])
    expect(differences).not.toContain('CurrencyRef')
  })

  it('cannot be in another currency than its customer', async () => {
    const file = createEuroCompany()
    for (const [customerId, value] of [
      [euroCustomer, 'USD'],
      [dollarCustomer, 'EUR'],
    ]) {
      const body = { CustomerRef: { value: customerId ?? '' }, CurrencyRef: { value: value ?? '' }, Line: [line] }
      expect(await catchFault(create(file, 'Invoice', body))).toMatchObject({
        code: '2010',
        element: 'CurrencyRef',
        detail: expect.stringContaining('CustomerRef'),
      })
    }
    expect(getWritten(file)).not.toContain('AddRq')
  })

  it.each([
    ['zero', 0, 'above zero'],
    ['negative', -1.1, 'above zero'],
    ['of twelve digits', 123_456_789_012, 'digits'],
    ['of too many decimals', '1.12345678901', 'decimals'],
  ])('cannot have a rate that is %s', async (_which, ExchangeRate, text) => {
    const file = createEuroCompany()
    const body = { CustomerRef: reference, CurrencyRef: { value: 'EUR' }, ExchangeRate, Line: [line] }
    const fault = await catchFault(create(file, 'Invoice', body))
    expect(fault).toMatchObject({ code: '2010', element: 'ExchangeRate', detail: expect.stringContaining(text) })
    expect(getWritten(file)).not.toContain('AddRq')
  })

  it('in the home currency has no rate but 1', async () => {
    const file = createEuroCompany()
    file.records.set('InvoiceAddRq', createInvoice('USD', '1'))
    const body = { CustomerRef: { value: dollarCustomer }, CurrencyRef: { value: 'USD' }, Line: [line] }
    expect(await catchFault(create(file, 'Invoice', { ...body, ExchangeRate: 1.1 }))).toMatchObject({ code: '2010' })
    // python-quickbooks sends a rate of 0 with bills and credit memos.
    for (const ExchangeRate of [1, 0]) await create(file, 'Invoice', { ...body, ExchangeRate })
    expect(getWritten(file)).not.toContain('ExchangeRate')
  })

  it('that pays one in another currency is not sent, and takes no exchange more than its owner does', async () => {
    const file = createEuroCompany()
    file.records.set('ReceivePaymentAddRq', '<ReceivePaymentRet><TxnID>2F-1</TxnID></ReceivePaymentRet>')
    const Line = [{ Amount: 5, LinkedTxn: [{ TxnId: '1F-1', TxnType: 'Invoice' }] }]
    const payment = { CustomerRef: reference, CurrencyRef: { value: 'EUR' }, TotalAmt: 5, Line }
    const pay = async (code: 'EUR' | 'USD', body: JsonObject) => {
      file.records.set('InvoiceQueryRq', createInvoice(code, '1'))
      file.exchanged.length = 0
      return create(file, 'Payment', body)
    }
    await pay('EUR', payment)
    expect(getNames(file)).toEqual([list, 'InvoiceQueryRq CustomerQueryRq', 'ReceivePaymentAddRq'])
    const fault = await catchFault(pay('USD', payment))
    expect(fault).toMatchObject({ code: '2010', element: 'Line[0].LinkedTxn[0]' })
    expect(getNames(file)).toEqual(['InvoiceQueryRq CustomerQueryRq'])
    const { CurrencyRef: _, ...withoutCurrency } = payment
    await pay('EUR', withoutCurrency)
    expect(getNames(file)).toEqual(['ReceivePaymentAddRq'])
  })

  it('without an element for the rate says so', async () => {
    const file = createEuroCompany()
    file.owners.set('80000003-1', 'EUR')
    const accounts = { FromAccountRef: { value: '80000003-1' }, ToAccountRef: { value: '80000004-1' }, Amount: 5 }
    const fault = await catchFault(create(file, 'Transfer', { ...accounts, ExchangeRate: 1.2 }))
    expect(fault).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: 'ExchangeRate' })
    expect(await catchFault(create(file, 'Transfer', { ...accounts, CurrencyRef: { value: 'USD' } }))).toMatchObject({
      code: '2010',
      element: 'CurrencyRef',
    })
  })

  it('that chooses its currency gets it written', async () => {
    const file = createEuroCompany()
    file.records.set('JournalEntryAddRq', '<JournalEntryRet><TxnID>1-1</TxnID></JournalEntryRet>')
    const posting = (PostingType: string) => ({
      DetailType: 'JournalEntryLineDetail',
      Amount: 5,
      JournalEntryLineDetail: { PostingType, AccountRef: { value: '80000003-1' } },
    })
    await create(file, 'JournalEntry', {
      CurrencyRef: { value: 'EUR' },
      ExchangeRate: 1.1,
      Line: [posting('Debit'), posting('Credit')],
    })
    const chosen = `<CurrencyRef><ListID>${currencyIds.EUR}</ListID></CurrencyRef><ExchangeRate>1.1</ExchangeRate>`
    expect(getWritten(file)).toContain(chosen)
  })
})

describe('a file with one currency', () => {
  const single = () => Object.assign(createEuroCompany(), { isMultiCurrencyOn: false })
  const body = { CustomerRef: reference, Line: [line] }
  const stored = createInvoice('USD', '1').replace(inCurrency('USD'), '')

  it('takes its own currency and rate, and reads nothing for a body without them', async () => {
    const file = single()
    file.records.set('InvoiceAddRq', stored)
    await create(file, 'Invoice', body)
    expect(getNames(file).filter((each) => each.includes('CurrencyQueryRq'))).toEqual([])
    const accepted: readonly JsonObject[] = [{ CurrencyRef: { value: 'USD' }, ExchangeRate: 1 }, { ExchangeRate: 0 }]
    for (const sent of accepted) {
      const { body: read } = await create(file, 'Invoice', { ...body, ...sent })
      expect(read).toMatchObject({ Invoice: { CurrencyRef: { value: 'USD', name: 'United States Dollar' } } })
    }
    expect(getNames(file).filter((each) => each.includes('CurrencyQueryRq'))).toEqual([])
    expect(getWritten(file)).not.toMatch(/CurrencyRef|ExchangeRate/)
  })

  it.each([
    ['a read', (file: EuroCompany) => run(file, { kind: 'read', table: requireTable('Customer'), id: euroCustomer })],
    ['a query', (file: EuroCompany) => queryRows(file, 'select * from Customer')],
    ['a create', (file: EuroCompany) => create(file, 'Invoice', body)],
    [
      'the settings',
      (file: EuroCompany) => run(file, { kind: 'read', table: requireTable('Preferences'), id: undefined }),
    ],
  ])('is known after %s, so bodies with a currency take as many exchanges as without', async (_which, learn) => {
    const file = single()
    file.records.set('CustomerQueryRq', createCustomer(euroCustomer, 'EUR').replace(inCurrency('EUR'), ''))
    file.records.set('InvoiceAddRq', stored)
    await learn(file)
    for (const minutes of [0, 11, 60 * 24]) {
      file.exchanged.length = 0
      const later = at(file, minutes)
      await create(later, 'Invoice', body)
      await create(later, 'Invoice', { ...body, CurrencyRef: { value: 'usd' }, ExchangeRate: 1 })
      expect(getNames(file).map((each) => each.split(' ')[0])).toEqual(['InvoiceAddRq', 'InvoiceAddRq'])
    }
  })

  it('needs no list for an update, which reads the record anyway', async () => {
    const file = single()
    const customer = createCustomer(euroCustomer, 'EUR').replace(inCurrency('EUR'), '')
    file.records.set('CustomerQueryRq', customer)
    file.records.set('CustomerModRq', customer)
    const changed = { Id: euroCustomer, SyncToken: '7', sparse: true, Notes: 'n', CurrencyRef: { value: 'USD' } }
    await update(file, 'Customer', changed)
    expect(getNames(file).join()).not.toContain('CurrencyQueryRq')
  })

  it('rejects another', async () => {
    const file = single()
    for (const [key, value] of [
      ['CurrencyRef', { value: 'EUR' }],
      ['ExchangeRate', 1.1],
    ] as const) {
      expect(await catchFault(create(file, 'Invoice', { ...body, [key]: value }))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element: key,
        detail: expect.stringContaining('multicurrency is off'),
      })
    }
  })

  it('is known to have several as soon as a body or a record names one', async () => {
    const file = single()
    file.records.set('InvoiceAddRq', stored)
    await create(file, 'Invoice', { ...body, CurrencyRef: { value: 'USD' } })
    file.isMultiCurrencyOn = true
    file.records.set('InvoiceAddRq', createInvoice('EUR', '1.1'))
    const { body: read } = await create(file, 'Invoice', { ...body, CurrencyRef: { value: 'EUR' } })
    expect(read).toMatchObject({ Invoice: { CurrencyRef: { value: 'EUR' } } })
    const late = single()
    late.records.set('InvoiceAddRq', stored)
    await create(late, 'Invoice', body)
    late.isMultiCurrencyOn = true
    late.records.set('InvoiceAddRq', createInvoice('EUR', '1.1'))
    const inDollars = { ...body, CurrencyRef: { value: 'USD' } }
    // The first response corrects what the server took for the only currency.
    expect((await create(late, 'Invoice', inDollars)).differences).toContain('CurrencyRef')
    expect(await catchFault(create(late, 'Invoice', inDollars))).toMatchObject({ code: '2010', element: 'CurrencyRef' })
    const other = single()
    other.records.set('InvoiceAddRq', stored)
    await create(other, 'Invoice', { ...body, CurrencyRef: { value: 'USD' } })
    other.isMultiCurrencyOn = true
    expect(await queryRows(other, 'select * from CompanyCurrency')).toBeDefined()
    other.records.set('CustomerQueryRq', createCustomer(euroCustomer, 'EUR'))
    expect(await queryRows(other, 'select * from Customer')).toMatchObject({
      Customer: [{ CurrencyRef: { value: 'EUR' } }],
    })
  })
})
