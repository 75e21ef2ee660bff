import { childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { messageSet, openTestCompany, sendXml } from '../../test/company.fixture.ts'
import { resolveDateMacro } from './date-macro.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
function getNames(elements: readonly Element[]) {
  return elements.map((each) => childText(each, 'FullName'))
}
function customers(filters: string, attributes = '') {
  return `<CustomerQueryRq ${attributes}>${filters}</CustomerQueryRq>`
}
function invoices(filters: string, attributes = '') {
  return `<InvoiceQueryRq ${attributes}>${filters}</InvoiceQueryRq>`
}

describe('list queries', () => {
  it('list queries return active records by default', async () => {
    const company = starter()
    await sendXml(
      company,
      '<CustomerAddRq><CustomerAdd><Name>Zoe</Name><IsActive>false</IsActive></CustomerAdd></CustomerAddRq>',
    )
    expect(getNames((await sendXml(company, customers(''))).elements)).not.toContain('Zoe')
    const inactive = await sendXml(company, customers('<ActiveStatus>InactiveOnly</ActiveStatus>'))
    expect(getNames(inactive.elements)).toEqual(['Zoe'])
    expect((await sendXml(company, customers('<ActiveStatus>All</ActiveStatus>'))).elements).toHaveLength(11)
    expect((await sendXml(company, customers('<FullName>zoe</FullName>'))).elements).toHaveLength(1)
  })

  it.each([
    ['NameFilter', '<NameFilter><MatchCriterion>StartsWith</MatchCriterion><Name>dun</Name></NameFilter>', 2],
    ['NameFilter', '<NameFilter><MatchCriterion>EndsWith</MatchCriterion><Name>Model</Name></NameFilter>', 1],
    ['NameFilter', '<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>&amp; Sons</Name></NameFilter>', 2],
    ['NameRangeFilter', '<NameRangeFilter><FromName>E</FromName><ToName>G</ToName></NameRangeFilter>', 2],
    ['ToModifiedDate', '<ToModifiedDate>2000-01-01</ToModifiedDate>', 0],
    ['FromModifiedDate', '<FromModifiedDate>2000-01-01</FromModifiedDate>', 10],
    [
      'TotalBalanceFilter',
      '<TotalBalanceFilter><Operator>LessThan</Operator><Amount>0.00</Amount></TotalBalanceFilter>',
      0,
    ],
    ['MaxReturned', '<MaxReturned>3</MaxReturned>', 3],
  ])('list queries filter by %s %s', async (_name, filter, count) => {
    expect((await sendXml(starter(), customers(filter))).elements).toHaveLength(count)
  })

  it('list queries return several kinds in ItemQuery and TermsQuery', async () => {
    const company = starter()
    const items = (await sendXml(company, '<ItemQueryRq/>')).elements.map(({ name }) => name)
    expect(new Set(items)).toEqual(
      new Set(['ItemServiceRet', 'ItemNonInventoryRet', 'ItemDiscountRet', 'ItemSalesTaxRet']),
    )
    const terms = (await sendXml(company, '<TermsQueryRq/>')).elements.map(({ name }) => name)
    expect(new Set(terms)).toEqual(new Set(['StandardTermsRet', 'DateDrivenTermsRet']))
  })

  it('list queries filter accounts by type', async () => {
    const { elements } = await sendXml(starter(), '<AccountQueryRq><AccountType>Bank</AccountType></AccountQueryRq>')
    expect(getNames(elements)).toEqual(['Checking', 'Petty Cash', 'Savings'])
  })

  it('list queries return only the requested elements and ignore unknown ones', async () => {
    const xml = customers(
      '<MaxReturned>1</MaxReturned><IncludeRetElement>FullName</IncludeRetElement><IncludeRetElement>Nonsense</IncludeRetElement>',
    )
    expect((await sendXml(starter(), xml)).elements[0]?.children.map(({ name }) => name)).toEqual(['FullName'])
  })
})

describe('a requested element', () => {
  const { company } = openTestCompany({ template: 'sample' })

  it.each(['Customer', 'Invoice'])('is the same as in the whole record, only it or with the ID: %s', async (kind) => {
    const query = (selection: string) =>
      sendXml(company, `<${kind}QueryRq><MaxReturned>20</MaxReturned>${selection}</${kind}QueryRq>`)
    const { elements: records } = await query('')
    const select = (names: readonly string[]) =>
      records.map((record) => record.children.filter(({ name }) => names.includes(name)))
    const names = [...new Set(records.flatMap(({ children }) => children.map(({ name }) => name)))]
    for (const requested of names.flatMap((name) => [[name], [names[0] ?? '', name]])) {
      const selection = requested.map((name) => `<IncludeRetElement>${name}</IncludeRetElement>`)
      const { elements } = await query(selection.join(''))
      expect(elements.map(({ children }) => children)).toEqual(select(requested))
    }
  })
})

describe('a query without results', () => {
  it('a query without results has status 1 with filters', async () => {
    expect(
      await sendXml(
        starter(),
        invoices(
          '<RefNumberFilter><MatchCriterion>Contains</MatchCriterion><RefNumber>no</RefNumber></RefNumberFilter>',
        ),
      ),
    ).toMatchObject({
      statusCode: 1,
      statusSeverity: 'Info',
      statusMessage: 'A query request did not find a matching object in QuickBooks',
      elements: [],
    })
  })

  it('a query without results has status 500 with a list, and returns the records that exist', async () => {
    const response = await sendXml(starter(), customers('<FullName>Harbor Café</FullName><FullName>Nobody</FullName>'))
    expect(response).toMatchObject({
      statusCode: 500,
      statusSeverity: 'Warn',
      statusMessage:
        'The query request has not been fully completed. There was a required element ("Nobody") that could not be found in QuickBooks.',
    })
    expect(getNames(response.elements)).toEqual(['Harbor Café'])
  })

  it('a query without results has status 3000 with a malformed ID', async () => {
    expect(await sendXml(starter(), invoices('<TxnID>nonsense</TxnID>'))).toMatchObject({
      statusCode: 3000,
      statusMessage: 'The given object ID "nonsense" in the field "TxnID" is invalid.',
    })
  })
})

describe('a paged query', () => {
  it('returns a count without records, regardless of MaxReturned', async () => {
    const company = starter()
    const count = await sendXml(company, invoices('', 'metaData="MetaDataOnly"'))
    expect(count).toMatchObject({ retCount: 25, elements: [] })
    const both = await sendXml(company, invoices('<MaxReturned>2</MaxReturned>', 'metaData="MetaDataAndResponseData"'))
    expect(both.retCount).toBe(25)
    expect(both.elements).toHaveLength(2)
  })

  it('iterates until nothing remains, and returns each record once', async () => {
    const company = starter()
    const seen: string[] = []
    let page = await sendXml(company, invoices('<MaxReturned>10</MaxReturned>', 'iterator="Start"'))
    const remaining: (number | undefined)[] = []
    for (;;) {
      seen.push(...page.elements.map((each) => childText(each, 'TxnID') ?? ''))
      remaining.push(page.iteratorRemainingCount)
      if (!page.iteratorRemainingCount) break
      const again = `iterator="Continue" iteratorID="${page.iteratorId}"`
      page = await sendXml(company, invoices('<MaxReturned>10</MaxReturned>', again))
    }
    expect(remaining).toEqual([15, 5, 0])
    expect(new Set(seen).size).toBe(25)
  })

  it('loses its iterator with the session or Stop', async () => {
    const company = starter()
    const start = async () =>
      (await sendXml(company, invoices('<MaxReturned>1</MaxReturned>', 'iterator="Start"'))).iteratorId
    const again = (how: string, id: string | undefined) =>
      sendXml(company, invoices('<MaxReturned>1</MaxReturned>', `iterator="${how}" iteratorID="${id}"`))
    const stopped = await start()
    expect((await again('Stop', stopped)).statusCode).toBe(0)
    expect((await again('Continue', stopped)).statusSeverity).toBe('Error')
    const lost = await start()
    company.endSession()
    expect((await again('Continue', lost)).statusSeverity).toBe('Error')
  })

  it('a paged query has no iterator on lists for which QuickBooks has none', async () => {
    const text = messageSet('<AccountQueryRq iterator="Start"><MaxReturned>1</MaxReturned></AccountQueryRq>')
    expect(await starter().exchange(text)).toMatchObject({ sent: false, error: { hresult: '0x80040400' } })
  })
})

describe('invoice queries', () => {
  it('invoice queries return lines only on request', async () => {
    const company = starter()
    const getLines = async (filter: string) =>
      (await sendXml(company, invoices(filter))).elements
        .flatMap(({ children }) => children)
        .filter(({ name }) => name === 'InvoiceLineRet').length
    expect(await getLines('')).toBe(0)
    expect(await getLines('<IncludeLineItems>true</IncludeLineItems>')).toBeGreaterThan(50)
  })

  it.each([
    ['a customer without its jobs', '<EntityFilter><FullName>Dunmore Architects</FullName></EntityFilter>', 3],
    [
      'a customer with its jobs',
      '<EntityFilter><FullNameWithChildren>Dunmore Architects</FullNameWithChildren></EntityFilter>',
      5,
    ],
    ['a number', '<RefNumber>1001</RefNumber>', 1],
    [
      'numbers from … to',
      '<RefNumberRangeFilter><FromRefNumber>1003</FromRefNumber><ToRefNumber>1005</ToRefNumber></RefNumberRangeFilter>',
      3,
    ],
    [
      'transaction dates',
      '<TxnDateRangeFilter><FromTxnDate>2026-03-08</FromTxnDate><ToTxnDate>2026-03-15</ToTxnDate></TxnDateRangeFilter>',
      2,
    ],
    ['a date macro', '<TxnDateRangeFilter><DateMacro>Yesterday</DateMacro></TxnDateRangeFilter>', 1],
    ['an account', '<AccountFilter><FullName>Discounts Given</FullName></AccountFilter>', 5],
    ['being unpaid', '<PaidStatus>NotPaidOnly</PaidStatus>', 25],
    ['being paid', '<PaidStatus>PaidOnly</PaidStatus>', 0],
  ])('invoice queries filter by %s', async (_what, filter, count) => {
    expect((await sendXml(starter(), invoices(filter))).elements).toHaveLength(count)
  })

  it('invoice queries reject a range that ends before it begins', async () => {
    const range =
      '<TxnDateRangeFilter><FromTxnDate>2026-03-08</FromTxnDate><ToTxnDate>2026-03-01</ToTxnDate></TxnDateRangeFilter>'
    expect(await sendXml(starter(), invoices(range))).toMatchObject({
      statusCode: 3030,
      statusMessage: 'Invalid date range: From date is greater than To date.',
    })
  })
})

describe('times of a host that prints its standard offset in summer', () => {
  const easternSummer = {
    utcOffsetMinutes: -300,
    isDaylightSaving: (time: Date) => time.getUTCMonth() >= 3 && time.getUTCMonth() < 10,
  }

  it.each([
    [true, '2026-07-01T08:00:00-05:00'],
    [false, '2026-07-01T08:00:00-04:00'],
  ])(
    'times of a host that prints its standard offset in summer are printed and filtered alike in summer (printsStandardOffset %s)',
    async (printsStandardOffset, printed) => {
      const { company } = openTestCompany({
        clock: () => new Date('2026-07-01T12:00:00Z'),
        switches: { ...easternSummer, printsStandardOffset },
      })
      const add = '<CustomerAddRq><CustomerAdd><Name>Smith</Name></CustomerAdd></CustomerAddRq>'
      const [record] = (await sendXml(company, add)).elements
      expect(record && childText(record, 'TimeModified')).toBe(printed)
      const found = async (from: string) =>
        (await sendXml(company, customers(`<FromModifiedDate>${from}</FromModifiedDate>`))).elements.length
      expect(await found(printed)).toBe(1)
      expect(await found('2026-07-01T08:00:00')).toBe(1)
      expect(await found('2026-07-01T08:00:01')).toBe(0)
    },
  )
})

describe('date macros', () => {
  it.each([
    ['ThisWeek', '2026-03-15', '2026-03-21'],
    ['LastMonth', '2026-02-01', '2026-02-28'],
    ['LastMonthToDate', '2026-02-01', '2026-02-18'],
    ['ThisCalendarQuarter', '2026-01-01', '2026-03-31'],
    ['NextFiscalYear', '2027-01-01', '2027-12-31'],
    ['ThisFiscalYearToDate', '2026-01-01', '2026-03-18'],
    ['NextFourWeeks', '2026-03-22', '2026-04-18'],
  ])('%s', (macro, from, to) => {
    expect(resolveDateMacro(macro, '2026-03-18')).toEqual([from, to])
  })
})
