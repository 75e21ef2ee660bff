import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  createTradingContext,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { queryByParameter, requireRecordForDay } from '../query/read-by-parameter.ts'
import { createModRequest } from '../write/requests.ts'

const stored = `
  <CurrencyRet>
    <ListID>80000033-1782900005</ListID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>7</EditSequence>
    <Name>Euro</Name><IsActive>true</IsActive><CurrencyCode>EUR</CurrencyCode>
    <ExchangeRate>1.085</ExchangeRate><AsOfDate>2026-06-30</AsOfDate>
  </CurrencyRet>`
const shared = {
  domain: 'QBO',
  sparse: false,
  Id: '80000033-1782900005',
  SyncToken: '7',
  MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
}

describe('CompanyCurrency', () => {
  const CompanyCurrency = requireTable('CompanyCurrency')

  it('reads a record as client-side JSON', () => {
    expect(read('CompanyCurrency', stored)).toEqual({ ...shared, Name: 'Euro', Code: 'EUR', Active: true })
  })

  it('creates and activates a currency', () => {
    expect(serializeCreate(CompanyCurrency, { Code: 'XTS', Name: 'Test crown' })).toBe(
      compact(
        '<CurrencyAddRq><CurrencyAdd><Name>Test crown</Name><CurrencyCode>XTS</CurrencyCode></CurrencyAdd></CurrencyAddRq>',
      ),
    )
    const update = checkUpdate(CompanyCurrency, { Id: '80000033-1', SyncToken: '7', Active: true })
    expect(serializeRequest(createModRequest(update))).toBe(
      compact(
        '<CurrencyModRq><CurrencyMod><ListID>80000033-1</ListID><EditSequence>7</EditSequence><IsActive>true</IsActive></CurrencyMod></CurrencyModRq>',
      ),
    )
  })

  it('requires the code and the name', () => {
    expect(catchFault(() => checkCreate(CompanyCurrency, { Name: 'Euro' }))).toMatchObject({
      code: '2020',
      element: 'Code',
    })
    expect(catchFault(() => checkCreate(CompanyCurrency, { Code: 'EUR' }))).toMatchObject({
      code: '2020',
      element: 'Name',
    })
  })
})

describe('ExchangeRate', () => {
  const ExchangeRate = requireTable('ExchangeRate')
  const found = { ExchangeRate: [{ SourceCurrencyCode: 'EUR', Rate: 1.085, AsOfDate: '2026-06-30' }] }
  const readRateOn = (day: string) =>
    requireRecordForDay(
      ExchangeRate,
      new Map([
        ['sourcecurrencycode', 'EUR'],
        ['asofdate', day],
      ]),
      found,
    )

  it('reads a record as client-side JSON', () => {
    expect(read('ExchangeRate', stored, createTradingContext())).toEqual({
      ...shared,
      SourceCurrencyCode: 'EUR',
      TargetCurrencyCode: 'USD',
      Rate: 1.085,
      AsOfDate: '2026-06-30',
    })
  })

  it('rates are read by currency code', () => {
    expect(queryByParameter(ExchangeRate, new Map([['sourcecurrencycode', ' EUR ']]))).toMatchObject({
      entity: 'ExchangeRate',
      conditions: [{ property: 'SourceCurrencyCode', operator: '=', values: [{ kind: 'string', text: 'EUR' }] }],
    })
    expect(catchFault(() => queryByParameter(ExchangeRate, new Map()))).toMatchObject({
      code: '2020',
      element: 'sourcecurrencycode',
    })
    expect(catchFault(() => requireRecordForDay(ExchangeRate, new Map(), {}))).toMatchObject({ code: '610' })
  })

  it('returns a rate for its day and later, but not earlier', () => {
    expect(readRateOn('2026-06-30')).toMatchObject({ Rate: 1.085 })
    expect(readRateOn('2026-11-21')).toMatchObject({ Rate: 1.085 })
    expect(catchFault(() => readRateOn('2026-06-29'))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'asofdate',
    })
    expect(catchFault(() => readRateOn('2026-06-31'))).toMatchObject({ code: '2010', element: 'asofdate' })
  })
})
