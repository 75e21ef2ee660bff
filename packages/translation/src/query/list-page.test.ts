import { type QbxmlRequest, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChangingFile, toId } from '../../test/changing-file.fixture.ts'
import { context, createRememberingContext, parseResponse, requireTable } from '../../test/translation.fixture.ts'
import type { ReadContext } from '../table/traits.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'
import type { QueryRun } from './query-run.ts'

function plan(text: string, called: ReadContext = context): QueryRun {
  const query = parseQuery(text)
  return planQuery(query, requireTable(query.entity), called)
}

function toIds(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => toId(from + index))
}
function countIds(text: string): number {
  return text.split('<TxnID>').length - 1
}

describe('a page', () => {
  it('a page near the start is read directly', () => {
    const { read, sent } = createChangingFile(2_300)
    expect(read('SELECT * FROM Invoice STARTPOSITION 301 MAXRESULTS 200').rows).toHaveLength(200)
    expect(sent).toEqual([expect.stringContaining('<MaxReturned>500</MaxReturned><IncludeLineItems>')])
  })

  it('a page elsewhere is read by ID, after the IDs without anything else [dp-4.3.14]', () => {
    const { read, sent } = createChangingFile(12_300)
    const { rows, run } = read('SELECT * FROM Invoice STARTPOSITION 12001 MAXRESULTS 1000')
    expect(rows.map(({ Id }) => Id)).toEqual(toIds(12_001, 300))
    expect(rows.every(({ Line }) => Line?.length === 1)).toBe(true)
    expect(sent.map((text) => text.match(/iterator="\w+"|IncludeRetElement>TxnID|IncludeLineItems>t/g))).toEqual([
      ['iterator="Start"', 'IncludeRetElement>TxnID'],
      ['iterator="Continue"', 'IncludeRetElement>TxnID'],
      ['iterator="Continue"', 'IncludeRetElement>TxnID'],
      ['IncludeLineItems>t'],
      ['IncludeLineItems>t'],
      ['IncludeLineItems>t'],
    ])
    expect(sent.map(countIds)).toEqual([0, 0, 0, 100, 100, 100])
    expect(run.explain()).toMatchObject({ local: [], messageSets: 4, fetched: 12_600 })
    expect(run.finish().queryResponse).toMatchObject({ startPosition: 12_001, maxResults: 300 })
  })

  it('a page has only the selected columns [dp-4.3.5]', () => {
    const { rows } = createChangingFile(1_002).read('SELECT Line FROM Invoice STARTPOSITION 1001')
    expect(rows).toEqual([{ Line: [expect.anything()] }, { Line: [expect.anything()] }])
  })

  it('a page after the last record is empty', () => {
    const { read } = createChangingFile(1_600)
    expect(read('SELECT * FROM Invoice STARTPOSITION 1601').run.finish().queryResponse).toEqual({})
  })

  it('a page is full, without a warning, although one of its records is deleted while it is read', () => {
    const file = createChangingFile(1_600)
    file.onRequest = ({ children }) => {
      if (children.some(({ text }) => text === toId(1_500)) && file.invoices.includes(toId(1_500)))
        file.invoices.splice(1_499, 1)
    }
    const { rows, run } = file.read('SELECT * FROM Invoice STARTPOSITION 1401 MAXRESULTS 100')
    expect(rows.map(({ Id }) => Id)).toEqual([...toIds(1_401, 99), toId(1_501)])
    expect(run.finish().warnings).toEqual([])
    expect(file.sent.map(countIds)).toEqual([0, 100, 0, 1])
  })

  it('a page is full although all its records are gone', () => {
    const file = createChangingFile(3_000)
    for (const start of [1, 501, 1_001]) file.read(`SELECT * FROM Invoice STARTPOSITION ${start} MAXRESULTS 500`)
    file.invoices.splice(0, 3_000, ...toIds(5_001, 3_000))
    const { rows } = file.read('SELECT * FROM Invoice STARTPOSITION 1501 MAXRESULTS 500')
    expect(rows.map(({ Id }) => Id)).toEqual(toIds(5_001, 500))
  })
})

describe('a page of a sorted result, or under conditions evaluated here', () => {
  const sorted = 'SELECT * FROM Invoice ORDERBY Id DESC'
  const byText = (ids: readonly string[]): string[] => ids.toSorted().reverse()

  it('a page of up to 100 records is read at once', () => {
    const { read, sent } = createChangingFile(100)
    expect(read(sorted).rows.map(({ Id }) => Id)).toEqual(byText(toIds(1, 100)))
    expect(sent).toEqual([expect.stringContaining('<MaxReturned>100</MaxReturned><IncludeLineItems>')])
  })

  it('a page of a longer one is found by what it is sorted by, and read by ID [dp-4.3.6]', () => {
    const { read, sent } = createChangingFile(7_300)
    const { rows, run } = read(`${sorted} MAXRESULTS 3`)
    expect(rows.map(({ Id }) => Id)).toEqual(byText(toIds(1, 7_300)).slice(0, 3))
    expect(rows.every(({ Line }) => Line?.length === 1)).toBe(true)
    expect(sent.map((text) => text.match(/iterator="\w+"|IncludeRetElement>\w+|IncludeLineItems>t/g))).toEqual([
      ['iterator="Start"', 'IncludeLineItems>t'],
      ['iterator="Start"', 'IncludeRetElement>TxnID'],
      ['iterator="Continue"', 'IncludeRetElement>TxnID'],
      ['IncludeLineItems>t'],
    ])
    expect(run.explain()).toMatchObject({ local: ['ORDERBY Id DESC'], messageSets: 4, fetched: 7_403 })
    // The first page of whole records was not read to its end.
    expect(run.stop().map(({ attributes }) => attributes?.iterator)).toEqual(['Stop'])
  })

  it('later pages are read by ID only', () => {
    const { read, sent } = createChangingFile(7_300)
    read(`${sorted} MAXRESULTS 500`)
    sent.length = 0
    const { rows } = read(`${sorted} STARTPOSITION 501 MAXRESULTS 500`)
    expect(rows.map(({ Id }) => Id)).toEqual(byText(toIds(1, 7_300)).slice(500, 1_000))
    expect(sent.map(countIds)).toEqual([100, 100, 100, 100, 100])
  })

  it('reads only as many keys as an unsorted page needs', () => {
    const { read, sent } = createChangingFile(70_000)
    const { rows } = read("SELECT * FROM Invoice WHERE Id > '2' MAXRESULTS 200")
    expect(rows.map(({ Id }) => Id)).toEqual(
      toIds(1, 2_000)
        .filter((id) => id > '2')
        .slice(0, 200),
    )
    expect(sent.filter((text) => text.includes('IncludeRetElement'))).toHaveLength(1)
  })
})

describe('a run', () => {
  const pages = (
    file: ReturnType<typeof createChangingFile>,
    size: number,
    onPage: (page: number) => void,
    clauses = '',
  ) => {
    const ids: string[] = []
    for (let page = 0; ; page++) {
      const { rows } = file.read(`SELECT * FROM Invoice${clauses} STARTPOSITION ${page * size + 1} MAXRESULTS ${size}`)
      ids.push(...rows.map(({ Id }) => Id))
      if (rows.length < size) return ids
      onPage(page)
    }
  }

  it('reads each page by ID once the list is known, so that its cost is linear', () => {
    const file = createChangingFile(11_000)
    expect(pages(file, 100, () => undefined)).toEqual(toIds(1, 11_000))
    const read = file.sent.map((text) => countIds(text) || Number(/MaxReturned>(\d+)/.exec(text)?.[1] ?? 0))
    // The first 2,000 and 8,000 IDs, and all IDs twice, at 5,000 per request.
    expect(file.sent.filter((text) => text.includes('IncludeRetElement'))).toHaveLength(1 + 2 + 3 + 3)
    expect(read.filter((count) => count === 100)).toHaveLength(106)
  })

  it('shows each record once, whatever is created or deleted between its pages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), creates: fc.boolean() }), {
          maxLength: 30,
        }),
        fc.integer({ min: 60, max: 400 }),
        fc.constantFrom('', ' ORDERBY Id DESC', " WHERE Id > '0'"),
        (changes, size, clauses) => {
          const file = createChangingFile(1_900)
          const kept = new Set(file.invoices)
          const left = [...changes]
          let created = 10_000
          const ids = pages(
            file,
            size,
            () => {
              for (const { at, creates } of left.splice(0, 3)) {
                const position = Math.floor(at * (file.invoices.length - 1))
                if (creates) file.invoices.splice(position, 0, toId(created++))
                else for (const id of file.invoices.splice(position, 1)) kept.delete(id)
              }
            },
            clauses,
          )
          expect(new Set(ids).size).toBe(ids.length)
          expect([...kept].filter((id) => !ids.includes(id))).toEqual([])
        },
      ),
      { numRuns: 15 },
    )
  })

  it('shows what was created after the list was read to its end', () => {
    const file = createChangingFile(1_200)
    for (const start of [1, 501]) file.read(`SELECT * FROM Invoice STARTPOSITION ${start} MAXRESULTS 500`)
    file.invoices.unshift(toId(7_000))
    const last = () => file.read('SELECT * FROM Invoice STARTPOSITION 1001 MAXRESULTS 500').rows.map(({ Id }) => Id)
    expect(last()).toEqual([...toIds(1_001, 200), toId(7_000)])
    file.invoices.unshift(toId(7_001))
    expect(last()).toEqual([...toIds(1_001, 200), toId(7_000), toId(7_001)])
  })

  it('leaves a page short rather than move a later, returned page’s records', () => {
    const file = createChangingFile(2_000)
    const read = (start: number) =>
      file.read(`SELECT * FROM Invoice STARTPOSITION ${start} MAXRESULTS 500`).rows.map(({ Id }) => Id)
    for (const start of [1, 501, 1_001]) read(start)
    file.invoices.splice(599, 1)
    expect(read(501)).toEqual([...toIds(501, 99), ...toIds(601, 400)])
    expect(read(1_501)).toEqual(toIds(1_501, 500))
  })
})

it('reads a family one variant after the other, with lines only for the page’s records', () => {
  const kinds = ['Check', 'CreditCardCharge', 'CreditCardCredit']
  const run = plan('SELECT * FROM Purchase STARTPOSITION 1001 MAXRESULTS 1000', createRememberingContext())
  const sent: string[][] = []
  const respond = (request: QbxmlRequest): QbxmlResponse => {
    const kind = request.name.replace('QueryRq', '')
    if (!kinds.includes(kind)) return parseResponse(`${kind}QueryRs`, '')
    const named = request.children.filter(({ name }) => name === 'TxnID').map(({ text }) => text)
    const first = 1_000 * kinds.indexOf(kind)
    const ids = named.length > 0 ? named : toIds(first + 1, 1_000)
    const ofKind = ids.filter((id) => Number.parseInt(id, 16) > first && Number.parseInt(id, 16) <= first + 1_000)
    return parseResponse(`${kind}QueryRs`, ofKind.map((id) => `<${kind}Ret><TxnID>${id}</TxnID></${kind}Ret>`).join(''))
  }
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    sent.push(requests.map(({ name, children }) => `${name}${children.some((each) => each.name === 'TxnID')}`))
    runAtOnce(run.accept(requests.map(respond)))
  }
  const { Purchase } = run.finish().queryResponse as { Purchase: { Id: string }[] }
  expect(Purchase.map(({ Id }) => Id)).toEqual(toIds(1_001, 1_000))
  const byId = kinds.flatMap((kind) => Array.from({ length: 5 }, () => `${kind}QueryRqtrue`))
  const payees = ['VendorQueryRqfalse', 'EmployeeQueryRqfalse', 'OtherNameQueryRqfalse']
  expect(sent).toEqual([kinds.map((kind) => `${kind}QueryRqfalse`), [...byId, ...payees], byId])
})

it('counts items among what QuickBooks returns for them, however many there are', () => {
  const run = plan('SELECT COUNT(*) FROM Item WHERE Active = true')
  const kinds = ['ItemServiceRet', 'ItemSalesTaxRet']
  for (let left = 12_000, requests = run.next(); requests.length > 0; requests = run.next()) {
    expect(requests[0]?.children.at(-1)).toMatchObject({ name: 'IncludeRetElement', text: 'ListID' })
    const elements = toIds(left, Math.min(left, 5_000)).map(
      (id, index) => `<${kinds[index % 2]}><ListID>${id}</ListID></${kinds[index % 2]}>`,
    )
    left -= elements.length
    runAtOnce(
      run.accept([
        { ...parseResponse('ItemQueryRs', elements.join('')), iteratorId: '{1}', iteratorRemainingCount: left },
      ]),
    )
  }
  expect(run.finish().queryResponse).toEqual({ totalCount: 6_000 })
})
