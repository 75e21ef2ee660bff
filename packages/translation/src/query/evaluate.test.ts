import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchFault, requireTable } from '../../test/translation.fixture.ts'
import type { JsonObject } from '../table/json.ts'
import { compileQuery } from './evaluate.ts'
import { LikePattern } from './like.ts'
import { parseQuery } from './parse.ts'

function compile(text: string) {
  const query = parseQuery(text)
  return compileQuery(query, requireTable(query.entity))
}
function matches(entity: string, record: JsonObject, condition: string): boolean {
  return compile(`SELECT * FROM ${entity} WHERE ${condition}`).matches(record)
}

const invoice: JsonObject = {
  Id: '5D-1',
  DocNumber: ' A-10 ',
  TxnDate: '2026-07-01',
  Balance: 20.5,
  CustomerRef: { value: '8000000C-1', name: 'Acme' },
  MetaData: { LastUpdatedTime: '2026-07-01T10:00:09+00:00' },
  PrintStatus: 'NeedToPrint',
  PrivateNote: "100% O'Brien",
}
const customer: JsonObject = {
  Id: '80000001-1',
  DisplayName: 'Kitchen',
  FullyQualifiedName: 'Acme:Kitchen',
  Active: true,
}

describe('compileQuery().matches', () => {
  it.each([
    ["DocNumber = 'a-10'", true],
    ["docnumber != 'A-10'", false],
    ["DocNumber IN ('x', 'A-10')", true],
    ["PrivateNote LIKE '100%o\\'brien'", true],
    ["PrivateNote LIKE '%brie'", false],
    ["ShipDate = '2026-07-01'", false],
    ["ShipDate != '2026-07-01'", true],
    ["PONumber = ''", true],
  ])('ignores case and outer blanks of texts: %s [dp-4.3.7]', (condition, expected) => {
    expect(matches('Invoice', invoice, condition)).toBe(expected)
  })

  it.each([
    ["Balance > '0'", true],
    ['Balance = 20.50', true],
    ['Balance >= 20.51', false],
    ['Balance IN (1, 20.5)', true],
    ['TotalAmt < 1', false],
  ])('compares numbers, quoted or bare: %s [dp-4.3.3]', (condition, expected) => {
    expect(matches('Invoice', invoice, condition)).toBe(expected)
  })

  it.each([
    ["CustomerRef = '8000000C-1'", true],
    ["CustomerRef = '8000000c-1'", false],
    ["CustomerRef IN ('1', '8000000C-1')", true],
    ["CustomerRef = 'Acme'", false],
    ["CustomerRef.name = 'acme'", true],
  ])('compares references by their exact ID: %s [dp-4.3.7]', (condition, expected) => {
    expect(matches('Invoice', invoice, condition)).toBe(expected)
  })

  it.each([
    ["MetaData.LastUpdatedTime >= '2026-07-01'", true],
    ["MetaData.LastUpdatedTime <= '2026-07-01'", true],
    ["MetaData.LastUpdatedTime > '2026-07-01'", false],
    ["MetaData.LastUpdatedTime < '2026-07-01'", false],
    ["MetaData.LastUpdatedTime = '2026-07-01'", true],
    ["MetaData.LastUpdatedTime >= '2026-07-02'", false],
    ["Metadata.lastupdatedtime >= '2026-07-01T10:00:09Z'", true],
    ["MetaData.LastUpdatedTime > '2026-07-01T10:00:09.000Z'", false],
    ["MetaData.LastUpdatedTime >= '2026-07-01T02:00:10-08:00'", false],
    ["MetaData.LastUpdatedTime = '2026-07-01T12:00:09 02:00'", true],
    ['MetaData.LastUpdatedTime >= 2026-07-01T10:00:09+00:00', true],
    ["TxnDate > '2026-06-30'", true],
    ["TxnDate > '2026-07-01'", false],
    ["TxnDate <= '2026-07-01T00:00:00Z'", true],
  ])('compares times with days and seconds: %s [dp-4.3.8]', (condition, expected) => {
    expect(matches('Invoice', invoice, condition)).toBe(expected)
  })

  it.each([
    ["PrimaryEmailAddr = 'ADA@acme.example'", true],
    ["PrimaryEmailAddr LIKE '%@acme.example'", true],
    ["PrimaryEmailAddr.Address != 'ada@acme.example'", false],
    ["PrimaryPhone = '555-1234'", true],
  ])('compares a structure with one value by that value: %s', (condition, expected) => {
    const withContacts = {
      ...customer,
      PrimaryEmailAddr: { Address: 'ada@acme.example' },
      PrimaryPhone: { FreeFormNumber: '555-1234' },
    }
    expect(matches('Customer', withContacts, condition)).toBe(expected)
  })

  it('finds a job by its short name [dp-4.3.11]', () => {
    expect(matches('Customer', customer, "DisplayName = 'kitchen'")).toBe(true)
    expect(matches('Customer', customer, "FullyQualifiedName = 'acme:kitchen'")).toBe(true)
  })

  it('accepts a property only one variant in a family has [dp-4.3.10]', () => {
    expect(matches('Item', { Type: 'Inventory', AvgCost: 4.5 }, 'AvgCost > 4')).toBe(true)
    expect(matches('Item', { Type: 'Service' }, 'QtyOnSalesOrder = 0')).toBe(false)
  })

  it('hides inactive records unless the query names Active', () => {
    const inactive = { ...customer, Active: false }
    expect(compile('SELECT * FROM Customer').matches(inactive)).toBe(false)
    expect(matches('Customer', inactive, 'active = False')).toBe(true)
    expect(matches('Customer', inactive, 'Active IN (true, false)')).toBe(true)
    expect(matches('Customer', inactive, "Active = 'true'")).toBe(false)
  })

  it.each([
    ['SELECT * FROM Invoice WHERE Nonsense = 1', 'Property Nonsense not found for Entity Invoice'],
    ['SELECT Nonsense FROM Invoice', 'Property Nonsense not found'],
    ['SELECT * FROM Invoice ORDERBY Nonsense', 'Property Nonsense not found'],
    ["SELECT * FROM Invoice WHERE Balance LIKE '1%'", 'Operator LIKE cannot be used on Balance'],
    ["SELECT * FROM Invoice WHERE CustomerRef > '1'", 'Operator > cannot be used on CustomerRef'],
    ['SELECT * FROM Customer WHERE Active > true', 'Operator > cannot be used on Active'],
    ["SELECT * FROM Invoice WHERE Balance = 'much'", 'Balance must be compared with a number'],
    ["SELECT * FROM Invoice WHERE TxnDate = '2026-02-30'", 'TxnDate must be compared with a date'],
    ["SELECT * FROM Customer WHERE Active = 'perhaps'", 'Active must be compared with true or false'],
    ["SELECT * FROM Invoice WHERE Line = '1'", 'Line of Entity Invoice cannot be used in a condition'],
    ['SELECT * FROM Invoice ORDERBY BillAddr', 'cannot be sorted by BillAddr'],
  ])('rejects %s [dp-7.3:4000]', (text, problem) => {
    expect(catchFault(() => compile(text))).toMatchObject({ code: '4000', detail: expect.stringContaining(problem) })
  })

  it('rejects a property without a desktop equivalent [dp-7.1:UNSUPPORTED_QUERY]', () => {
    expect(catchFault(() => compile("SELECT * FROM Customer WHERE OtherAddr = 'x'")).code).toBe('UNSUPPORTED_QUERY')
  })
})

describe('compileQuery().order', () => {
  const sorted = (clause: string, records: JsonObject[]): unknown[] => {
    const { order } = compile(`SELECT * FROM Invoice ORDERBY ${clause}`)
    if (order === undefined) throw new Error('The query has no order.')
    return [...records]
      .map((record) => ({ id: String(record.Id), keys: order.getKeys(record) }))
      .sort(order.compare)
      .map(({ id }) => id)
  }

  it('sorts texts regardless of case, numbers by value, and missing values first [dp-4.3.6]', () => {
    const records: JsonObject[] = [
      { Id: '1', DocNumber: 'b', Balance: 10, TxnDate: '2026-01-02' },
      { Id: '2', DocNumber: 'A', Balance: 9, TxnDate: '2025-12-31' },
      { Id: '3' },
    ]
    expect(sorted('DocNumber', records)).toEqual(['3', '2', '1'])
    expect(sorted('DocNumber DESC', records)).toEqual(['1', '2', '3'])
    expect(sorted('Balance', records)).toEqual(['3', '2', '1'])
    expect(sorted('TxnDate DESC', records)).toEqual(['1', '2', '3'])
  })

  it('sorts all-digit IDs as numbers [dp-4.3.6]', () => {
    expect(sorted('Id', [{ Id: '10' }, { Id: '9' }, { Id: '5D-1' }])).toEqual(['9', '10', '5D-1'])
  })

  it('sorts times in different zones by moment [dp-4.3.6]', () => {
    const early = { Id: '1', MetaData: { LastUpdatedTime: '2026-07-01T10:00:00+02:00' } }
    const late = { Id: '2', MetaData: { LastUpdatedTime: '2026-07-01T09:00:00+00:00' } }
    expect(sorted('MetaData.LastUpdatedTime', [late, early])).toEqual(['1', '2'])
  })

  it('sorts by the second property where the first one is equal', () => {
    const records: JsonObject[] = [
      { Id: '1', Balance: 1, DocNumber: 'a' },
      { Id: '2', Balance: 1, DocNumber: 'b' },
    ]
    expect(sorted('Balance ASC, DocNumber DESC', records)).toEqual(['2', '1'])
  })

  it('sorts records with the same values by their numbers, also in a descending order', () => {
    const records = ['9F-1', '10A-1', 'A0-1'].map((Id) => ({ Id, Balance: 1 }))
    expect(sorted('Balance DESC', records)).toEqual(['9F-1', 'A0-1', '10A-1'])
  })
})

describe('compileQuery().project', () => {
  it('returns exactly the listed properties in their nesting [dp-4.3.5]', () => {
    const { project } = compile('SELECT docnumber, MetaData.LastUpdatedTime, CustomerRef, ShipDate FROM Invoice')
    expect(project(invoice)).toEqual({
      DocNumber: ' A-10 ',
      MetaData: { LastUpdatedTime: '2026-07-01T10:00:09+00:00' },
      CustomerRef: { value: '8000000C-1', name: 'Acme' },
    })
  })

  it('returns a group and one of its fields together without changing the record', () => {
    const { project } = compile('SELECT MetaData, MetaData.CreateTime FROM Invoice')
    const record: JsonObject = { MetaData: { CreateTime: 'x', LastUpdatedTime: 'y' } }
    expect(project(record)).toEqual(record)
    expect(project(record).MetaData).not.toBe(record.MetaData)
  })
})

describe('matchesPattern', () => {
  it('matches the same texts as an equivalent regular expression [dp-4.3.2]', () => {
    const piece = fc.constantFrom('a', 'b', '%', '.', '_', 'ab')
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, (pattern, value) => {
        const expression = pattern
          .split('%')
          .map((part) => part.replace(/[.]/g, '\\.'))
          .join('.*')
        expect(new LikePattern(pattern).matches(value)).toBe(new RegExp(`^${expression}$`).test(value))
      }),
    )
  })

  it('matches quickly where a regular expression would backtrack', () => {
    expect(new LikePattern('%a'.repeat(200)).matches(`${'a'.repeat(10_000)}b`)).toBe(false)
  })
})
