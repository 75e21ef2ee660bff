import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchFault, parseElement, read, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { createAddRequest } from '../write/requests.ts'
import { checkCreate, checkUpdate } from './check.ts'

const Customer = requireTable('Customer')
const Invoice = requireTable('Invoice')
function customer(body: object) {
  return checkCreate(Customer, { DisplayName: 'A', ...body })
}
const line = {
  Amount: 10,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: '80000001-1' } },
}
function invoice(body: object) {
  return checkCreate(Invoice, { CustomerRef: { value: '80000001-1' }, Line: [line], ...body })
}

describe('checkCreate', () => {
  it.each([
    [{ DisplayName: 12 }, 'DisplayName'],
    [{ DisplayName: ['A'] }, 'DisplayName'],
    [{ Active: 'perhaps' }, 'Active'],
    [{ CreditLimit: 'much' }, 'CreditLimit'],
    [{ CreditLimit: 1.234 }, 'CreditLimit'],
    [{ CreditLimit: 1e14 }, 'CreditLimit'],
    [{ CreditLimit: { value: 1 } }, 'CreditLimit'],
    [{ SalesTermRef: 'Net 30' }, 'SalesTermRef'],
    [{ SalesTermRef: { value: true } }, 'SalesTermRef.value'],
    [{ SalesTermRef: { value: 'x'.repeat(37) } }, 'SalesTermRef.value'],
    [{ JobInfo: { StartDate: '2026-02-30' } }, 'JobInfo.StartDate'],
    [{ JobInfo: { StartDate: '1969-12-31' } }, 'JobInfo.StartDate'],
    [{ JobInfo: { StartDate: '01/31/2026' } }, 'JobInfo.StartDate'],
    [{ JobInfo: { Status: 'Dreaming' } }, 'JobInfo.Status'],
    [{ BillAddr: 'Main Street' }, 'BillAddr'],
    [{ Notes: 'a\u0000b' }, 'Notes'],
    [{ Notes: 'half a pair: \ud83d' }, 'Notes'],
  ])('rejects the wrong type or form of %j [dp-7.3:2010]', (body, element) => {
    expect(catchFault(() => customer(body))).toMatchObject({ code: '2010', element })
  })

  const deceptive = { toString: 'not a function', valueOf: 'nor this' }
  it.each([
    ['Item', { Name: 'A', IncomeAccountRef: { value: '80000001-1' }, Type: deceptive }, 'Type'],
    ['Account', { Name: 'A', AccountSubType: deceptive }, 'AccountSubType'],
    [
      'Invoice',
      {
        CustomerRef: { value: '80000001-1' },
        Line: [{ DetailType: 'DiscountLineDetail', DiscountLineDetail: { PercentBased: [deceptive] } }],
      },
      undefined,
    ],
    ['Invoice', { CustomerRef: { value: '80000001-1' }, Line: [line], ExchangeRate: deceptive }, 'ExchangeRate'],
  ])('does not convert an object to text: %s', (entity, body, element) => {
    expect(catchFault(() => checkCreate(requireTable(entity), body))).toMatchObject(
      element === undefined ? {} : { element },
    )
  })

  it.each([{}, [], true, ['1']].map((Id) => [Id]))('rejects the Id %j [dp-4.2.1]', (Id) => {
    expect(catchFault(() => customer({ Id }))).toMatchObject({ code: '2010', element: 'Id' })
  })

  it('counts characters as code points [dp-7.3:2050]', () => {
    expect(customer({ CompanyName: '💥'.repeat(41) }).values.get('CompanyName')).toBe('💥'.repeat(41))
    expect(catchFault(() => customer({ CompanyName: '💥'.repeat(42) }))).toMatchObject({
      code: '2050',
      element: 'CompanyName',
    })
  })

  it('rejects a DocNumber of more than 11 characters [dp-4.2.7]', () => {
    expect(invoice({ DocNumber: 'INV-0000001' }).values.get('DocNumber')).toBe('INV-0000001')
    expect(catchFault(() => invoice({ DocNumber: 'INV-00000012' }))).toMatchObject({
      code: '2050',
      element: 'DocNumber',
    })
  })

  it('rejects a record without a required field [dp-7.3:2020]', () => {
    expect(catchFault(() => checkCreate(Invoice, { Line: [line] }))).toMatchObject({
      code: '2020',
      element: 'CustomerRef',
    })
    expect(catchFault(() => checkCreate(Invoice, { CustomerRef: { value: '80000001-1' } }))).toMatchObject({
      code: '2020',
      element: 'Line',
    })
  })

  it('names an unknown field, and suggests a similar one [dp-7.1:UNMAPPED_FIELD]', () => {
    expect(catchFault(() => customer({ BillAddr: { Strasse: 'x' } }))).toMatchObject({
      code: 'UNMAPPED_FIELD',
      element: 'BillAddr.Strasse',
    })
    expect(catchFault(() => customer({ companyName: 'x' })).detail).toContain('Did you mean CompanyName?')
    expect(catchFault(() => customer(JSON.parse('{"__proto__":{"a":1}}')))).toMatchObject({ code: 'UNMAPPED_FIELD' })
  })

  it('rejects a field without a desktop equivalent unless it is empty or a default [dp-7.1:UNSUPPORTED_BY_DESKTOP]', () => {
    expect(catchFault(() => customer({ OtherAddr: { Line1: '1 High Street' } }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'OtherAddr',
    })
    for (const blank of [null, '', {}, { URI: '' }, { URI: null }])
      expect(() => customer({ OtherAddr: blank })).not.toThrow()
    expect(() => customer({ IsProject: false, BillWithParent: false, Suffix: '' })).not.toThrow()
    expect(() =>
      invoice({
        GlobalTaxCalculation: 'TaxExcluded',
        EmailStatus: 'NotSet',
      }),
    ).not.toThrow()
  })

  it('ignores unknown fields that are null or objects without values', () => {
    const nothing = [null, {}, { AccountRef: {} }, { PercentBased: false }, { AccountRef: { value: '' } }]
    for (const details of nothing) {
      const others = { AccountBasedExpenseLineDetail: details, DiscountLineDetail: details, TaxLineDetail: details }
      const { lines } = invoice({ Strasse: null, Line: [{ ...others, ...line, Strasse: null }] })
      expect(lines?.map(({ kind }) => kind?.detailType)).toEqual(['SalesItemLineDetail'])
      const { DetailType: _none, ...untyped } = line
      expect(invoice({ Line: [{ ...others, ...untyped }] }).lines?.[0]?.kind?.detailType).toBe('SalesItemLineDetail')
    }
    for (const DepartmentRef of [{}, { value: '' }, { value: null, name: '' }])
      expect(() => invoice({ DepartmentRef, Line: [{ ...line, DepartmentRef }] })).not.toThrow()
    for (const DepartmentRef of [{ value: '80000009-1' }, '', []])
      expect(catchFault(() => invoice({ DepartmentRef }))).toMatchObject({ element: 'DepartmentRef' })
    const cost = { AccountBasedExpenseLineDetail: { AccountRef: { value: '80000009-1' } } }
    expect(catchFault(() => invoice({ Line: [{ ...line, ...cost }] }))).toMatchObject({
      code: 'UNMAPPED_FIELD',
      element: 'Line[0].AccountBasedExpenseLineDetail',
    })
  })

  it.each(['0001-01-01', '0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.0000000+00:00'])(
    'ignores the time %s, which is not set',
    (zero) => {
      expect([...customer({ OpenBalanceDate: zero, JobInfo: { StartDate: zero } }).values.keys()]).toEqual([
        'DisplayName',
      ])
      expect(invoice({ ShipDate: zero, DueDate: zero, RecurDataRef: zero }).values.has('DueDate')).toBe(false)
      const update = checkUpdate(Customer, { Id: '80000001-1', SyncToken: '1', OpenBalanceDate: zero, Notes: zero })
      expect(update).toMatchObject({ values: new Map([['Notes', zero]]), unchanged: [] })
    },
  )

  it('ignores read-only fields sent back', () => {
    const { values } = customer({
      Id: '1',
      BalanceWithJobs: 5,
      FullyQualifiedName: 'x',
      MetaData: { CreateTime: 'x' },
      domain: 'QBO',
      sparse: false,
      Job: false,
    })
    expect([...values.keys()]).toEqual(['DisplayName'])
  })

  it('accepts numbers and booleans as text, and amounts with binary rounding errors', () => {
    const { values } = customer({ CreditLimit: 19.99 * 3, Active: 'true' })
    expect(values.get('CreditLimit')).toBe('59.97')
    expect(values.get('Active')).toBe('true')
  })

  it.each([
    [1e300, 'is out of range'],
    [5e-324, 'is out of range'],
    ['0x10', 'must be a number, not this text'],
    ['0'.repeat(101), 'must be a number, not this text'],
    [true, 'must be a number, not a boolean'],
  ])('explains why it rejects the amount %.20s [dp-7.3:2010]', (CreditLimit, words) => {
    expect(catchFault(() => checkCreate(requireTable('Customer'), { DisplayName: 'A', CreditLimit }))).toMatchObject({
      code: '2010',
      element: 'CreditLimit',
      message: expect.stringContaining(words),
    })
  })

  it('rejects a date with a fraction of a second of 100 digits [dp-7.3:2010]', () => {
    const body = { CustomerRef: { value: '1-1' }, TxnDate: `2026-01-31T10:00:00.${'0'.repeat(100)}Z` }
    expect(catchFault(() => checkCreate(requireTable('Invoice'), body))).toMatchObject({
      code: '2010',
      element: 'TxnDate',
    })
  })

  it('rejects a body that is not an object', () => {
    for (const body of [null, 'x', 1, []])
      expect(catchFault(() => checkCreate(Customer, body)).code).toBe('BAD_REQUEST')
  })

  it('rejects a new record for a read-only entity [dp-4.2.6]', () => {
    expect(catchFault(() => checkCreate(requireTable('Preferences'), {})).code).toBe('UNSUPPORTED_BY_DESKTOP')
  })

  it('returns a record or throws a fault for any JSON', () => {
    const keys = fc.constantFrom(
      'DisplayName',
      'Line',
      'CustomerRef',
      'BillAddr',
      'Id',
      'SyncToken',
      'TxnTaxDetail',
      'Active',
      'Balance',
      'x',
    )
    const body = fc.dictionary(keys, fc.jsonValue())
    fc.assert(
      fc.property(fc.constantFrom('Customer', 'Item', 'Account', 'Invoice'), body, (name, json) => {
        for (const check of [checkCreate, checkUpdate]) {
          try {
            expect(check(requireTable(name), json).table.name).toBe(name)
          } catch (error) {
            expect(error).toMatchObject({ name: 'Fault' })
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('rejects a deeply nested body without a stack overflow', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(catchFault(() => customer({ OtherAddr: deep })).code).toBe('UNSUPPORTED_BY_DESKTOP')
  })

  it('writes and reads any text XML can contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (notes) => {
        fc.pre(notes.trim() !== '' && !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(notes))
        const request = serializeRequest(createAddRequest(customer({ Notes: notes })))
        const text = request.slice(request.indexOf('<Notes>'), request.indexOf('</CustomerAdd>'))
        expect(read('Customer', `<CustomerRet><ListID>80000001-1</ListID>${text}</CustomerRet>`).Notes).toBe(notes)
      }),
    )
    expect(parseElement('<CustomerRet><Notes>&#13;</Notes></CustomerRet>').children[0]?.text).toBe('\r')
  })
})

describe('checkUpdate', () => {
  it('requires Id and SyncToken [dp-7.3:2020]', () => {
    expect(catchFault(() => checkUpdate(Customer, { Id: '1' }))).toMatchObject({ code: '2020', element: 'SyncToken' })
    expect(catchFault(() => checkUpdate(Customer, { SyncToken: '1' }))).toMatchObject({ code: '2020', element: 'Id' })
  })

  it('rejects a blank value for a required field', () => {
    expect(catchFault(() => checkUpdate(Customer, { Id: 1, SyncToken: 1, DisplayName: '' }))).toMatchObject({
      code: '2020',
      element: 'DisplayName',
    })
  })
})
