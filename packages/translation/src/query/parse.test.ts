import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchFault } from '../../test/translation.fixture.ts'
import { parseQuery } from './parse.ts'

function parseFault(text: string) {
  return catchFault(() => parseQuery(text))
}
function parseCondition(text: string) {
  return parseQuery(`SELECT * FROM Invoice WHERE ${text}`).conditions[0]
}

describe('parseQuery', () => {
  it('reads every clause', () => {
    expect(
      parseQuery(
        "SELECT Id, MetaData.LastUpdatedTime FROM Invoice WHERE Balance > '0' AND DocNumber LIKE '10%' ORDERBY TxnDate DESC, Id STARTPOSITION 11 MAXRESULTS 10",
      ),
    ).toEqual({
      entity: 'Invoice',
      selection: { kind: 'columns', properties: ['Id', 'MetaData.LastUpdatedTime'] },
      conditions: [
        { property: 'Balance', operator: '>', values: [{ kind: 'string', text: '0' }] },
        { property: 'DocNumber', operator: 'LIKE', values: [{ kind: 'string', text: '10%' }] },
      ],
      sortings: [
        { property: 'TxnDate', descending: true },
        { property: 'Id', descending: false },
      ],
      startPosition: 11,
      maxResults: 10,
    })
  })

  it('accepts ORDER BY for ORDERBY, and keywords in any case [dp-4.3.1]', () => {
    const spaced = parseQuery('select * from customer order by DisplayName asc maxresults 5 startposition 2')
    expect(spaced).toEqual(parseQuery('SELECT * FROM customer ORDERBY DisplayName STARTPOSITION 2 MAXRESULTS 5'))
  })

  it('reads every operator, and rejects OR [dp-4.3.2]', () => {
    for (const operator of ['=', '!=', '<', '>', '<=', '>=']) {
      expect(parseCondition(`Balance ${operator} 1`)).toMatchObject({ operator })
      expect(parseCondition(`Balance${operator}1`)).toMatchObject({ operator })
    }
    expect(parseCondition("Id IN ( 'a' , 'b' )")).toMatchObject({
      operator: 'IN',
      values: [{ text: 'a' }, { text: 'b' }],
    })
    expect(parseFault("SELECT * FROM Customer WHERE Id = '1' OR Id = '2'").detail).toContain('OR is not supported')
  })

  it('unescapes quotes and backslashes, and reads unquoted ISO dates and words as strings [dp-4.3.3]', () => {
    expect(parseCondition(String.raw`CustomerMemo = 'O\'Brien \\ “Söhne” – 100%'`)?.values).toEqual([
      { kind: 'string', text: String.raw`O'Brien \ “Söhne” – 100%` },
    ])
    expect(parseCondition('TxnDate >= 2026-01-31')?.values).toEqual([{ kind: 'string', text: '2026-01-31' }])
    expect(parseCondition('TxnDate >= 2026-01-31T08:00:00-08:00')?.values[0]?.kind).toBe('string')
    expect(parseCondition('EmailStatus = NotSet')?.values).toEqual([{ kind: 'string', text: 'NotSet' }])
    expect(parseCondition('Id = 80000001-1700000000')?.values).toEqual([
      { kind: 'string', text: '80000001-1700000000' },
    ])
    expect(parseCondition('Id IN (4C-1415942229,5d-1415942230)')?.values).toHaveLength(2)
    expect(parseCondition('Active = True')?.values).toEqual([{ kind: 'boolean', text: 'true' }])
    expect(parseCondition('Balance > -12.5')?.values).toEqual([{ kind: 'number', text: '-12.5' }])
    expect(parseFault("SELECT * FROM Customer WHERE Name = 'a\u0007b'").detail).toContain('control characters')
    expect(parseFault("SELECT * FROM Customer WHERE Name = 'a\nb'").code).toBe('4000')
    expect(parseFault("SELECT * FROM Customer WHERE Name = 'O''Brien'").detail).toContain(
      "A quote in a string must be escaped as \\', not doubled at line 1, column 39.",
    )
    expect(parseCondition("PONumber = ''")?.values).toEqual([{ kind: 'string', text: '' }])
  })

  it('ignores paging for COUNT(*) [dp-4.3.4]', () => {
    expect(parseQuery('select count(*) from invoice startposition 1 maxresults 5000').selection).toEqual({
      kind: 'count',
    })
  })

  it('keeps each value in an IN list once, and rejects more than 1,000 [dp-4.3.9] [dp-8:11]', () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => `'${index}'`).join(',')
    expect(parseCondition("Id IN ('1', '2', '1', 1)")?.values).toHaveLength(2)
    expect(parseCondition(`Id IN (${list(1_000)}, '0')`)?.values).toHaveLength(1_000)
    expect(parseFault(`SELECT * FROM Invoice WHERE Id IN (${list(1_001)})`).detail).toMatch(/^QueryValidationError: /)
  })

  it('reports a syntax error with its position [dp-7.3:4000]', () => {
    expect(parseFault("SELECT * Customer WHERE Id = '1'").detail).toBe(
      [
        'QueryParserError: Encountered "Customer" where FROM was expected at line 1, column 10.',
        "SELECT * Customer WHERE Id = '1'",
        '         ^',
        '',
      ].join('\n'),
    )
    for (const wrong of [
      'SELECT',
      'SELECT * FROM',
      'SELECT * FROM Invoice WHERE',
      'SELECT * FROM Invoice WHERE TxnDate > 1/31/2026',
      'SELECT * FROM Invoice WHERE TxnDate > 2026-1-31',
      "SELECT * FROM Invoice WHERE DocNumber = 'abc",
      "SELECT * FROM Invoice WHERE (DocNumber = 'abc')",
      "SELECT * FROM Invoice WHERE DocNumber NOT LIKE 'a%'",
      'SELECT * FROM Invoice STARTPOSITION 1.5',
      'SELECT * FROM Invoice MAXRESULTS 10 MAXRESULTS 10',
      "SELECT * FROM Invoice WHERE Id = '1' Balance = 2",
      "SELECT * FROM Invoice WHERE Id = '1';",
    ]) {
      expect(parseFault(wrong), wrong).toMatchObject({
        code: '4000',
        detail: expect.stringMatching(/^QueryParserError: /),
      })
    }
    expect(parseFault('SELECT * FROM Invoice MAXRESULTS 1001').detail).toMatch(
      /^QueryValidationError: value 1001 is too large/,
    )
  })

  it('rejects pages of 0 rows with QBO’s text [dp-7.3:4000]', () => {
    expect(parseFault('SELECT * FROM Invoice MAXRESULTS 0')).toMatchObject({
      code: '4000',
      detail: 'QueryValidationError: value 0 is too small. Min allowed value is 1',
    })
    expect(parseQuery('SELECT COUNT(*) FROM Invoice MAXRESULTS 0').selection).toEqual({ kind: 'count' })
  })

  it('begins at the first row for position 0', () => {
    expect(parseQuery('SELECT * FROM Invoice startPosition 0 maxResults 500')).toMatchObject({
      startPosition: 1,
      maxResults: 500,
    })
    expect(parseFault('SELECT * FROM Invoice STARTPOSITION -1').code).toBe('4000')
  })

  it.each([
    ['conditions', `SELECT * FROM Item WHERE ${'Id = 1 AND '.repeat(101)} Id = 1`],
    ['columns', `SELECT ${'Id,'.repeat(1_001)} Id FROM Item`],
    ['sort columns', `SELECT * FROM Item ORDERBY ${'Id,'.repeat(21)} Id`],
    ['values', `SELECT * FROM Item WHERE Id IN (${Array.from({ length: 50_000 }, (_, index) => index).join(',')})`],
    ['characters', `SELECT * FROM Item WHERE Name LIKE '${'%a'.repeat(300_000)}'`],
  ])('rejects too many %s [dp-7.3:4000]', (_case, text) => {
    expect(parseFault(text)).toMatchObject({ code: '4000', detail: expect.stringMatching(/^QueryValidationError: /) })
    expect(parseFault(text).detail.length).toBeLessThan(400)
  })

  it('rejects an empty text [dp-7.2:QUERY_PARSER_ERROR]', () => {
    expect(parseFault(' \n').code).toBe('QUERY_PARSER_ERROR')
  })

  it('accepts what client libraries send: SELECT *, Sku and blanks anywhere', () => {
    expect(parseQuery('SELECT *, Sku FROM Item').selection).toEqual({ kind: 'all' })
    expect(parseCondition('Active IN ( true, false )')?.values).toHaveLength(2)
  })

  it('returns a frozen query', () => {
    const query = parseQuery("SELECT Id FROM Item WHERE Name IN ('a')")
    expect(Object.isFrozen(query.conditions[0]?.values[0])).toBe(true)
  })

  it('returns a query or throws fault 4000 for any text, with a short excerpt from a long one', () => {
    const pieces = [
      'SELECT ',
      '*',
      ' FROM ',
      'Item',
      ' WHERE ',
      "'",
      '\\',
      '(',
      ')',
      ',',
      ' IN ',
      ' = ',
      '1',
      ' AND ',
      '\u0000',
      '💥',
      ' ORDERBY ',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }), (parts) => {
        const text = `SELECT * FROM Item ${parts.join('')}`
        try {
          expect(parseQuery(text).entity).toBe('Item')
        } catch (error) {
          expect(error).toMatchObject({ code: '4000' })
        }
      }),
    )
    const bomb = `SELECT * FROM Item WHERE ${'('.repeat(100_000)}`
    expect(parseFault(bomb).detail.length).toBeLessThan(400)
    expect(parseFault(`SELECT * FROM Item WHERE Name = '${'a'.repeat(100_000)}`).detail.length).toBeLessThan(400)
  })
})
