import { type QbxmlRequest, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  context,
  parseResponse,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'
import type { QueryRun } from './query-run.ts'

function plan(text: string): QueryRun {
  const query = parseQuery(text)
  return planQuery(query, requireTable(query.entity), context)
}
function serializeFirst([request]: readonly QbxmlRequest[]): string | undefined {
  return request && serializeRequest(request)
}
/** Serializes a query's first request without the elements included by every query. */
function serializePlanned(text: string): string | undefined {
  return serializeFirst(plan(text).next())
    ?.replace(/<OwnerID>0<\/OwnerID>|<IncludeL\w+>true<\/IncludeL\w+>/g, '')
    .replace(/^<(\w+)/, '$1')
    .replace(/<\/\w+>$/, '')
}

function serializeCustomers(count: number, from = 1): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<CustomerRet><ListID>${(from + index).toString(16).toUpperCase()}-1</ListID><Name>C${from + index}</Name><IsActive>true</IsActive></CustomerRet>`,
  ).join('')
}
/** Serializes journal entries, whose amounts rise by a dollar. */
function serializeEntries(count: number, from = 1): string {
  return Array.from({ length: count }, (_, index) => {
    const line = `<JournalDebitLine><TxnLineID>1-1</TxnLineID><Amount>${from + index}.00</Amount></JournalDebitLine>`
    return `<JournalEntryRet><TxnID>${(from + index).toString(16).toUpperCase()}-1</TxnID>${line}</JournalEntryRet>`
  }).join('')
}
function createPage(elements: string, remaining: number): QbxmlResponse {
  return {
    ...parseResponse('CustomerQueryRs', elements),
    ...(remaining > 0 && { iteratorId: '{1}' }),
    iteratorRemainingCount: remaining,
  }
}

describe('planQuery().next', () => {
  it.each([
    ['SELECT * FROM Customer', 'CustomerQueryRq><MaxReturned>100</MaxReturned><ActiveStatus>ActiveOnly</ActiveStatus>'],
    [
      'SELECT * FROM Customer WHERE Active = false MAXRESULTS 5 STARTPOSITION 11',
      'CustomerQueryRq><MaxReturned>15</MaxReturned><ActiveStatus>InactiveOnly</ActiveStatus>',
    ],
    [
      "SELECT * FROM Customer WHERE Id IN ('80000001-1', '80000002-1')",
      'CustomerQueryRq><ListID>80000001-1</ListID><ListID>80000002-1</ListID>',
    ],
    [
      "SELECT * FROM Customer WHERE FullyQualifiedName = 'Acme:Kitchen'",
      'CustomerQueryRq><FullName>Acme:Kitchen</FullName>',
    ],
    [
      "SELECT * FROM Account WHERE Name = 'Bank'",
      'AccountQueryRq><MaxReturned>101</MaxReturned><ActiveStatus>ActiveOnly</ActiveStatus><NameFilter><MatchCriterion>Contains</MatchCriterion><Name>Bank</Name></NameFilter>',
    ],
    [
      "SELECT * FROM Invoice WHERE TxnDate > '2026-01-31' AND TxnDate <= '2026-02-28'",
      'InvoiceQueryRq><MaxReturned>100</MaxReturned><TxnDateRangeFilter><FromTxnDate>2026-02-01</FromTxnDate><ToTxnDate>2026-02-28</ToTxnDate></TxnDateRangeFilter>',
    ],
    [
      "SELECT * FROM Invoice WHERE DocNumber IN ('1', '2')",
      'InvoiceQueryRq><RefNumber>1</RefNumber><RefNumber>2</RefNumber>',
    ],
    [
      "SELECT * FROM Invoice WHERE CustomerRef = '8000000C-1'",
      'InvoiceQueryRq><MaxReturned>100</MaxReturned><EntityFilter><ListID>8000000C-1</ListID></EntityFilter>',
    ],
    ['SELECT COUNT(*) FROM Invoice STARTPOSITION 1 MAXRESULTS 1000', 'InvoiceQueryRq metaData="MetaDataOnly" />'],
  ])('applies all conditions that QuickBooks can: %s [dp-4.3.10]', (text, expected) => {
    expect(serializePlanned(text)).toBe(expected)
  })

  it.each([
    [
      "SELECT * FROM Customer WHERE DisplayName LIKE 'Kit%'",
      '<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>Kit</Name></NameFilter>',
    ],
    [
      "SELECT * FROM Invoice WHERE DocNumber LIKE '10%'",
      '<RefNumberFilter><MatchCriterion>StartsWith</MatchCriterion><RefNumber>10</RefNumber></RefNumberFilter>',
    ],
    ["SELECT * FROM Invoice WHERE Balance > '0'", '<PaidStatus>NotPaidOnly</PaidStatus>'],
    [
      "SELECT * FROM Invoice WHERE MetaData.LastUpdatedTime >= '2026-07-01T10:00:00-07:00'",
      '<ModifiedDateRangeFilter><FromModifiedDate>2026-07-01T15:00:00+00:00</FromModifiedDate></ModifiedDateRangeFilter>',
    ],
    [
      "SELECT * FROM Customer WHERE MetaData.LastUpdatedTime < '2026-07-01'",
      '<ToModifiedDate>2026-07-02T01:59:59+00:00</ToModifiedDate>',
    ],
    ['SELECT * FROM Customer WHERE Active IN (true, false)', '<ActiveStatus>All</ActiveStatus>'],
  ])('matches too many records rather than too few: %s [dp-4.3.10]', (text, expected) => {
    expect(serializePlanned(text)).toContain(expected)
  })

  it('sends no filter QuickBooks may compare differently', () => {
    expect(serializePlanned("SELECT * FROM Customer WHERE DisplayName = 'Söhne'")).not.toContain('NameFilter')
    expect(serializePlanned("SELECT * FROM Customer WHERE FullyQualifiedName = 'Söhne'")).not.toContain('FullName')
  })

  it('omits an ID rejected by QuickBooks, since it would return none of the others [dp-4.3.7]', () => {
    expect(serializePlanned("SELECT * FROM Invoice WHERE CustomerRef IN ('8000000c-1', '8000000C-1')")).toContain(
      '<EntityFilter><ListID>8000000C-1</ListID></EntityFilter>',
    )
    expect(serializePlanned("SELECT * FROM Customer WHERE Id IN ('8000000c-1', '8000000C-1')")).toBe(
      'CustomerQueryRq><ListID>8000000C-1</ListID>',
    )
  })

  it('sends only one of the two date ranges, as QuickBooks requires [dp-4.3.8]', () => {
    const text = serializePlanned(
      "SELECT * FROM Invoice WHERE TxnDate = '2026-01-31' AND MetaData.LastUpdatedTime > '2026-02-01'",
    )
    expect(text).toContain('<TxnDateRangeFilter>')
    expect(text).not.toContain('ModifiedDate')
  })

  it.each([
    "SELECT * FROM Customer WHERE Id = 'no id of the desktop'",
    "SELECT * FROM Invoice WHERE TxnDate > '2026-02-01' AND TxnDate < '2026-02-01'",
    "SELECT * FROM Invoice WHERE TxnDate > '2050-01-01'",
    'SELECT * FROM Customer WHERE Active = true AND Active = false',
    "SELECT * FROM Invoice WHERE CustomerRef = '1'",
  ])('sends nothing if no record can match: %s', (text) => {
    const run = plan(text)
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toEqual({})
  })

  it('sends nothing for a count outside QuickBooks’ calendar [dp-4.3.8]', () => {
    for (const condition of ["TxnDate > '9999-12-31'", "TxnDate < '0000-01-01'"]) {
      const run = plan(`SELECT COUNT(*) FROM Invoice WHERE ${condition}`)
      expect(run.next()).toEqual([])
      expect(run.finish().queryResponse).toEqual({ totalCount: 0 })
    }
  })

  it('sends the shorter of two ranges [dp-4.3.10]', () => {
    const polled = serializePlanned(
      "SELECT * FROM Invoice WHERE TxnDate >= '2020-01-01' AND MetaData.LastUpdatedTime > '2026-07-01T10:00:00Z'",
    )
    expect(polled).toContain('<FromModifiedDate>2026-07-01T08:00:00+00:00</FromModifiedDate>')
    expect(polled).not.toContain('TxnDate>')
  })

  it.each(['Invoice', 'Customer'])('filters %s by modification time for a minimum creation time', (entity) => {
    const since = '<FromModifiedDate>2026-07-01T08:00:00+00:00</FromModifiedDate>'
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE MetaData.CreateTime > '2026-07-01T10:00:00Z'`)).toContain(
      since,
    )
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE MetaData.CreateTime = '2026-07-01T10:00:00Z'`)).toContain(
      since,
    )
    expect(
      serializePlanned(`SELECT * FROM ${entity} WHERE MetaData.CreateTime < '2026-07-01T10:00:00Z'`),
    ).not.toContain('ModifiedDate')
  })

  it.each([
    ["FullyQualifiedName = '1000'", 'Contains', '1000'],
    ["FullyQualifiedName = 'Bank:1000'", undefined, 'Bank:1000'],
    ["FullyQualifiedName = 'Söhne:Kitchen'", 'Contains', 'Kitchen'],
    ["FullyQualifiedName LIKE '%:Kitchen'", 'Contains', 'Kitchen'],
    ["FullyQualifiedName LIKE '%chen'", 'Contains', 'chen'],
  ])('filters accounts by full name: %s [dp-4.3.10]', (condition, criterion, text) => {
    const filter =
      criterion === undefined
        ? `<FullName>${text}</FullName>`
        : `<NameFilter><MatchCriterion>${criterion}</MatchCriterion><Name>${text}</Name></NameFilter>`
    expect(serializePlanned(`SELECT * FROM Account WHERE ${condition}`)).toContain(filter)
  })

  it.each(["FullyQualifiedName LIKE 'Bank:%'", "FullyQualifiedName LIKE 'Bank%'", "FullyQualifiedName != 'Bank'"])(
    'sends no name filter if the name may be at a level above the last: %s',
    (condition) => {
      expect(serializePlanned(`SELECT * FROM Account WHERE ${condition}`)).not.toContain('Name>')
    },
  )

  it('names at most 100 records in each request, and at most 500 by ID in each message set', () => {
    const toValue = (index: number): string => `'${(index + 1).toString(16)}-1'`
    const count = (text: string): number[][] => {
      const run = plan(text)
      const counts: number[][] = []
      for (let requests = run.next(); requests.length > 0; requests = run.next()) {
        counts.push(
          requests.map(({ children }) => children.filter(({ name }) => /^(ListID|RefNumber)$/.test(name)).length),
        )
        runAtOnce(
          run.accept(
            requests.map(({ name }) =>
              parseResponse(name.replace('Rq', 'Rs'), '', { code: 1, severity: 'Info', message: 'nothing' }),
            ),
          ),
        )
      }
      return counts
    }
    const values = Array.from({ length: 650 }, (_, index) => toValue(index)).join(',')
    expect(count(`SELECT * FROM Customer WHERE Id IN (${values})`)).toEqual([
      [100, 100, 100, 100, 100],
      [100, 50],
    ])
    expect(count(`SELECT Id FROM Invoice WHERE DocNumber IN (${values})`)).toEqual([...Array(6).fill([100]), [50]])
  })

  it.each([
    ['SELECT * FROM Invoice', ['IncludeLineItems', 'IncludeLinkedTxns', 'OwnerID']],
    ['SELECT Id, Line FROM Invoice', ['IncludeLineItems']],
    ['SELECT LinkedTxn, CustomField FROM Invoice', ['IncludeLinkedTxns', 'OwnerID']],
    ['SELECT Id, DocNumber FROM Invoice', []],
    ['SELECT Id FROM JournalEntry ORDERBY TotalAmt', ['IncludeLineItems']],
    ['SELECT Id FROM Customer', []],
  ])('includes only the parts read by the query: %s', (text, expected) => {
    const [request] = plan(text).next()
    const includes = request?.children.map(({ name }) => name).filter((name) => /^(Include|Owner)/.test(name))
    expect(includes).toEqual(expected)
  })

  it('counts by the fields in the conditions', () => {
    const [request] = plan(
      "SELECT COUNT(*) FROM Invoice WHERE Balance < 10 AND TotalAmt > 5 AND CustomerRef.name = 'x'",
    ).next()
    const elements = request?.children.filter(({ name }) => name === 'IncludeRetElement').map(({ text }) => text)
    expect(elements).toEqual(['TxnID', 'BalanceRemaining', 'Subtotal', 'SalesTaxTotal', 'CustomerRef'])
  })
})

describe('planQuery', () => {
  it('returns a page with its position and row count [dp-2.4:1]', () => {
    const run = plan('SELECT Id FROM Customer STARTPOSITION 2 MAXRESULTS 2')
    run.next()
    runAtOnce(run.accept([parseResponse('CustomerQueryRs', serializeCustomers(3))]))
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toEqual({
      Customer: [{ Id: '2-1' }, { Id: '3-1' }],
      startPosition: 2,
      maxResults: 2,
    })
  })

  it('returns an empty QueryResponse if nothing matches', () => {
    const run = plan('SELECT * FROM Customer')
    run.next()
    runAtOnce(run.accept([parseResponse('CustomerQueryRs', '', { code: 1, severity: 'Info', message: 'nothing' })]))
    expect(run.finish()).toEqual({ queryResponse: {}, warnings: [] })
  })

  it('returns QuickBooks’ count, or counts the records itself [dp-4.3.4]', () => {
    const counted = plan('SELECT COUNT(*) FROM Customer')
    counted.next()
    runAtOnce(counted.accept([{ ...parseResponse('CustomerQueryRs', ''), retCount: 1234 }]))
    expect(counted.finish().queryResponse).toEqual({ totalCount: 1234 })

    const filtered = plan("SELECT COUNT(*) FROM Customer WHERE DisplayName LIKE 'C1%' STARTPOSITION 5 MAXRESULTS 1")
    filtered.next()
    runAtOnce(filtered.accept([createPage(serializeCustomers(12), 0)]))
    expect(filtered.finish().queryResponse).toEqual({ totalCount: 4 })
  })

  it('reads all pages to sort by what only whole records show [dp-4.3.6]', () => {
    const run = plan('SELECT Id FROM JournalEntry ORDERBY TotalAmt DESC MAXRESULTS 2')
    expect(serializeFirst(run.next())).toContain('<JournalEntryQueryRq iterator="Start"><MaxReturned>500</MaxReturned>')
    runAtOnce(run.accept([createPage(serializeEntries(500), 100)]))
    expect(serializeFirst(run.next())).toContain(
      '<JournalEntryQueryRq iterator="Continue" iteratorID="{1}"><MaxReturned>500</MaxReturned>',
    )
    runAtOnce(run.accept([createPage(serializeEntries(100, 501), 0)]))
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toMatchObject({ JournalEntry: [{ Id: '258-1' }, { Id: '257-1' }] })
  })

  it('stops reading as soon as an unsorted page is complete', () => {
    const run = plan("SELECT * FROM Customer WHERE DisplayName LIKE 'C%' MAXRESULTS 10")
    run.next()
    runAtOnce(run.accept([createPage(serializeCustomers(500), 4_000)]))
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toMatchObject({ maxResults: 10 })
  })

  it('returns a QuickBooks warning', () => {
    const run = plan("SELECT * FROM Customer WHERE Id IN ('1-1', '2-1')")
    run.next()
    runAtOnce(
      run.accept([
        parseResponse('CustomerQueryRs', serializeCustomers(1), {
          code: 500,
          severity: 'Warn',
          message: 'one is missing',
        }),
      ]),
    )
    expect(run.finish()).toMatchObject({
      queryResponse: { maxResults: 1 },
      warnings: ['QuickBooks-style warning 500: one is missing'],
    })
  })

  it('returns no rows for a missing name, and throws a fault if its status hides other names', () => {
    const notFound = parseResponse('InvoiceQueryRs', '', { code: 3140, severity: 'Error', message: 'no such customer' })
    const one = plan("SELECT * FROM Invoice WHERE CustomerRef = '1-1'")
    one.next()
    runAtOnce(one.accept([notFound]))
    expect(one.finish().queryResponse).toEqual({})
    const two = plan("SELECT * FROM Invoice WHERE CustomerRef IN ('1-1', '2-1')")
    two.next()
    expect(catchFault(() => runAtOnce(two.accept([notFound]))).detail).toContain('no such customer')
  })

  it('throws a fault for a QuickBooks error', () => {
    const run = plan('SELECT * FROM Customer')
    run.next()
    const denied = parseResponse('CustomerQueryRs', '', { code: 3260, severity: 'Error', message: 'no permission' })
    expect(catchFault(() => runAtOnce(run.accept([denied]))).code).toBe('3260')
  })

  it('reads all pages again if QuickBooks loses the result between two of them', () => {
    const iteratorLost = parseResponse('CustomerQueryRs', '', {
      code: 3000,
      severity: 'Error',
      message: 'no such iterator',
    })
    const run = plan('SELECT Id FROM JournalEntry ORDERBY TotalAmt')
    run.next()
    runAtOnce(run.accept([createPage(serializeEntries(2), 2)]))
    expect(serializeFirst(run.next())).toContain('iterator="Continue"')
    runAtOnce(run.accept([iteratorLost]))
    expect(serializeFirst(run.next())).toContain('iterator="Start"')
    runAtOnce(run.accept([createPage(serializeEntries(2), 2)]))
    run.next()
    runAtOnce(run.accept([createPage(serializeEntries(2, 3), 0)]))
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toMatchObject({ maxResults: 4 })
  })

  it('throws a fault if QuickBooks loses the result again', () => {
    const iteratorLost = parseResponse('CustomerQueryRs', '', {
      code: 3000,
      severity: 'Error',
      message: 'no such iterator',
    })
    const run = plan('SELECT Id FROM JournalEntry ORDERBY TotalAmt')
    for (let round = 0; round < 2; round++) {
      run.next()
      runAtOnce(run.accept([createPage(serializeEntries(2), 2)]))
      run.next()
      if (round === 0) runAtOnce(run.accept([iteratorLost]))
    }
    expect(catchFault(() => runAtOnce(run.accept([iteratorLost]))).detail).toContain('no such iterator')
  })

  it('returns a page spanning two QuickBooks pages', () => {
    const run = plan('SELECT Id FROM TaxAgency STARTPOSITION 499 MAXRESULTS 4')
    const vendors = (count: number, from: number) =>
      serializeCustomers(count, from).replaceAll('CustomerRet', 'VendorRet')
    const taxes = Array.from(
      { length: 600 },
      (_, index) =>
        `<ItemSalesTaxRet><TaxVendorRef><ListID>${(index + 1).toString(16).toUpperCase()}-1</ListID></TaxVendorRef></ItemSalesTaxRet>`,
    )
    run.next()
    const first = createPage(vendors(500, 1), 100)
    runAtOnce(run.accept([first, parseResponse('ItemSalesTaxQueryRs', taxes.join(''))]))
    run.next()
    runAtOnce(run.accept([createPage(vendors(100, 501), 0)]))
    expect(run.finish().queryResponse).toEqual({
      TaxAgency: ['1F3-1', '1F4-1', '1F5-1', '1F6-1'].map((Id) => ({ Id })),
      startPosition: 499,
      maxResults: 4,
    })
  })

  it('rejects too many whole records, and names the clause needing them [dp-4.3.12] [dp-4.3.14] [dp-8:10]', () => {
    const tooMany = (text: string, remaining: number): string => {
      const run = plan(text)
      const [first] = run.next()
      const responses = [createPage('', remaining), parseResponse('ItemSalesTaxQueryRs', '')]
      const fault = catchFault(() => runAtOnce(run.accept(responses)))
      expect({ code: fault.code, first: first?.name }).toEqual({ code: 'UNSUPPORTED_QUERY', first: expect.any(String) })
      return fault.detail ?? ''
    }
    expect(tooMany('SELECT Id FROM JournalEntry WHERE TotalAmt > 5 ORDERBY TxnDate', 1_001)).toBe(
      'This query would have to read more than 1000 records of JournalEntry with their lines. Only whole records show TotalAmt >: without it, there is no such limit. Narrow it with a range of TxnDate or MetaData.LastUpdatedTime, DocNumber or Id.',
    )
    expect(tooMany('SELECT * FROM Invoice ORDERBY ApplyTaxAfterDiscount, Balance', 1_001)).toContain(
      'Only whole records show ORDERBY ApplyTaxAfterDiscount: without it, there is no such limit. Narrow it with a range of TxnDate or MetaData.LastUpdatedTime, CustomerRef, DocNumber or Id.',
    )
    expect(tooMany('SELECT Id FROM TaxAgency ORDERBY Id', 5_001)).toBe(
      'This query would have to read more than 5000 records of TaxAgency. Narrow it with a range of MetaData.LastUpdatedTime, Active, the start of DisplayName or Id.',
    )
  })

  it('returns the company and the preferences only for a bare query [dp-4.3.13]', () => {
    const run = plan('SELECT * FROM CompanyInfo STARTPOSITION 1 MAXRESULTS 1000')
    expect(serializeFirst(run.next())).toBe(compact('<CompanyQueryRq />'))
    runAtOnce(run.accept([parseResponse('CompanyQueryRs', '<CompanyRet><CompanyName>Acme</CompanyName></CompanyRet>')]))
    expect(run.finish().queryResponse).toMatchObject({ CompanyInfo: [{ Id: context.realmId }], maxResults: 1 })
    for (const text of [
      'SELECT COUNT(*) FROM CompanyInfo',
      "SELECT * FROM Preferences WHERE Id = '1'",
      'SELECT Id FROM CompanyInfo',
    ]) {
      expect(catchFault(() => plan(text)).code).toBe('UNSUPPORTED_QUERY')
    }
  })

  it('removes the tax items QuickBooks returns among items', () => {
    const run = plan('SELECT Id FROM Item')
    run.next()
    runAtOnce(
      run.accept([
        createPage(
          '<ItemServiceRet><ListID>1-1</ListID></ItemServiceRet><ItemSalesTaxRet><ListID>2-1</ListID></ItemSalesTaxRet>',
          0,
        ),
      ]),
    )
    expect(run.finish().queryResponse).toMatchObject({ Item: [{ Id: '1-1' }] })
  })
})

describe('planQuery for a family with several desktop queries', () => {
  const serializeRet = (kind: string, id: string, rest = ''): string =>
    `<${kind}Ret><TxnID>${id}-1</TxnID><TxnDate>2026-01-31</TxnDate>${rest}</${kind}Ret>`
  const respond = (kind: string, elements: string, remaining = 0): QbxmlResponse => ({
    ...parseResponse(`${kind}QueryRs`, elements),
    ...(remaining > 0 && { iteratorId: `{${kind}}` }),
    iteratorRemainingCount: remaining,
  })
  const getNames = (requests: readonly QbxmlRequest[]): string[] => requests.map(({ name }) => name)

  it('sends all queries in one message set, and returns one variant after the other', () => {
    const run = plan('SELECT Id FROM BillPayment STARTPOSITION 2 MAXRESULTS 2')
    const requests = run.next()
    expect(getNames(requests)).toEqual(['BillPaymentCheckQueryRq', 'BillPaymentCreditCardQueryRq'])
    for (const request of requests) expect(serializeRequest(request)).toContain('<MaxReturned>3</MaxReturned>')
    runAtOnce(
      run.accept([
        respond('BillPaymentCheck', serializeRet('BillPaymentCheck', 'A') + serializeRet('BillPaymentCheck', 'B')),
        respond(
          'BillPaymentCreditCard',
          serializeRet('BillPaymentCreditCard', 'C') + serializeRet('BillPaymentCreditCard', 'D'),
        ),
      ]),
    )
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toEqual({
      BillPayment: [{ Id: 'B-1' }, { Id: 'C-1' }],
      startPosition: 2,
      maxResults: 2,
    })
  })

  it('continues only the queries with further pages', () => {
    const run = plan("SELECT COUNT(*) FROM BillPayment WHERE PrivateNote LIKE 'rent%'")
    expect(run.next()).toHaveLength(2)
    const rent = '<Memo>rent</Memo>'
    runAtOnce(
      run.accept([
        respond('BillPaymentCheck', serializeRet('BillPaymentCheck', 'A', rent), 400),
        respond('BillPaymentCreditCard', serializeRet('BillPaymentCreditCard', 'C', rent)),
      ]),
    )
    const next = run.next()
    expect(getNames(next)).toEqual(['BillPaymentCheckQueryRq'])
    expect(next[0]?.attributes).toEqual({ iterator: 'Continue', iteratorID: '{BillPaymentCheck}' })
    runAtOnce(run.accept([respond('BillPaymentCheck', serializeRet('BillPaymentCheck', 'B', rent))]))
    expect(run.next()).toEqual([])
    expect(run.finish().queryResponse).toEqual({ totalCount: 3 })
  })

  it('counts and sorts all queries’ records together [dp-4.3.4] [dp-4.3.6]', () => {
    const counted = plan('SELECT COUNT(*) FROM BillPayment')
    expect(counted.next().map(({ attributes }) => attributes)).toEqual([
      { metaData: 'MetaDataOnly' },
      { metaData: 'MetaDataOnly' },
    ])
    runAtOnce(
      counted.accept([
        { ...respond('BillPaymentCheck', ''), retCount: 7 },
        { ...respond('BillPaymentCreditCard', ''), retCount: 5 },
      ]),
    )
    expect(counted.finish().queryResponse).toEqual({ totalCount: 12 })

    const sorted = plan('SELECT Id FROM BillPayment ORDERBY DocNumber')
    sorted.next()
    runAtOnce(
      sorted.accept([
        respond('BillPaymentCheck', serializeRet('BillPaymentCheck', 'A', '<RefNumber>b</RefNumber>')),
        respond('BillPaymentCreditCard', serializeRet('BillPaymentCreditCard', 'C', '<RefNumber>a</RefNumber>')),
      ]),
    )
    expect(sorted.finish().queryResponse).toMatchObject({ BillPayment: [{ Id: 'C-1' }, { Id: 'A-1' }] })
  })

  it('warns about an ID that no query finds, not about one that another query finds', () => {
    const missing = { code: 500, severity: 'Warn', message: 'one is missing' }
    const run = (check: QbxmlResponse) => {
      const started = plan("SELECT Id FROM BillPayment WHERE Id IN ('A-1', 'B-1')")
      started.next()
      runAtOnce(
        started.accept([
          check,
          parseResponse('BillPaymentCreditCardQueryRs', serializeRet('BillPaymentCreditCard', 'B'), missing),
        ]),
      )
      return started.finish().warnings
    }
    expect(run(parseResponse('BillPaymentCheckQueryRs', serializeRet('BillPaymentCheck', 'A'), missing))).toEqual([])
    expect(run(parseResponse('BillPaymentCheckQueryRs', '', missing))).toEqual([
      'QuickBooks-style warning 500: one is missing',
    ])
  })

  it('returns only vendors referenced by a tax item', () => {
    const run = plan('SELECT Id FROM TaxAgency')
    expect(getNames(run.next())).toEqual(['VendorQueryRq', 'ItemSalesTaxQueryRq'])
    const serializeVendor = (id: string): string =>
      `<VendorRet><ListID>${id}-1</ListID><IsActive>true</IsActive></VendorRet>`
    runAtOnce(
      run.accept([
        respond('Vendor', serializeVendor('A') + serializeVendor('B')),
        respond(
          'ItemSalesTax',
          '<ItemSalesTaxRet><ListID>T-1</ListID><TaxVendorRef><ListID>B-1</ListID></TaxVendorRef></ItemSalesTaxRet>',
        ),
      ]),
    )
    expect(run.finish().queryResponse).toMatchObject({ TaxAgency: [{ Id: 'B-1' }], maxResults: 1 })
  })
})

describe('planQuery for mutated queries', () => {
  const real = [
    "SELECT Id, MetaData.LastUpdatedTime FROM Invoice WHERE Balance > '0' AND DocNumber LIKE '10%' ORDERBY TxnDate DESC STARTPOSITION 1 MAXRESULTS 10",
    "select * from customer where DisplayName = 'O\\'Brien & Sons' and Active in (true, false) order by DisplayName",
    "SELECT COUNT(*) FROM Item WHERE Id IN ('80000001-1', '2') AND MetaData.LastUpdatedTime >= '2026-01-01T05:30:00+05:30'",
  ]
  const mutation = fc.tuple(
    fc.nat(200),
    fc.nat(3),
    fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom("'", '%', '(', ' AND ', '9999', '-')),
  )
  const mutate = (text: string, [at, cut, put]: [number, number, string]): string =>
    text.slice(0, at) + put + text.slice(at + cut)

  it('throws a fault or plans a valid request', () => {
    fc.assert(
      fc.property(fc.constantFrom(...real), fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        try {
          const query = parseQuery(mutations.reduce(mutate, text))
          const table = { Invoice: 1, Customer: 1, Item: 1 }[query.entity] && requireTable(query.entity)
          if (table) expect(serializeFirst(planQuery(query, table, context).next())).not.toBe('')
        } catch (error) {
          expect(error).toMatchObject({ name: 'Fault' })
        }
      }),
      { numRuns: 10_000 },
    )
  })
})
