import { expect, it } from 'vitest'
import { catchFault, context, parseResponse, printRequest, requireTable } from '../../test/translation.fixture.ts'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/index.ts'
import { childText } from '../qbxml/index.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'
import type { QueryRun } from './query-run.ts'

function plan(text: string): QueryRun {
  const query = parseQuery(text)
  return planQuery(query, requireTable(query.entity), context)
}
function toId(position: number): string {
  return `${position.toString(16).toUpperCase()}-1`
}

/** Creates a company file with invoices, some of which are missing when they are first read by ID. */
function createFile(invoices: number, deletedPositions: readonly number[] = []) {
  const deleted = new Set(deletedPositions.map(toId))
  const sent: string[] = []
  const respond = (request: QbxmlRequest): QbxmlResponse => {
    sent.push(printRequest(request))
    const named = request.children.filter(({ name }) => name === 'TxnID').map(({ text }) => text)
    const at = Number(request.attributes?.iteratorID ?? 0)
    const page = Array.from({ length: Math.min(500, invoices - at) }, (_, index) => toId(at + index + 1))
    const hasLines = childText(request, 'IncludeLineItems') === 'true'
    const found = named.length > 0 ? named.toReversed().filter((id) => !deleted.has(id)) : page
    if (named.some((id) => deleted.has(id))) deleted.clear()
    const line = hasLines ? '<InvoiceLineRet><TxnLineID>1-1</TxnLineID><Desc>x</Desc></InvoiceLineRet>' : ''
    const elements = found.map((id) => `<InvoiceRet><TxnID>${id}</TxnID>${line}</InvoiceRet>`).join('')
    const iterated = { iteratorId: String(at + page.length), iteratorRemainingCount: invoices - at - page.length }
    return { ...parseResponse('InvoiceQueryRs', elements), ...(named.length === 0 && iterated) }
  }
  const read = (text: string) => {
    const run = plan(text)
    for (let requests = run.next(); requests.length > 0; requests = run.next()) run.accept(requests.map(respond))
    const rows = run.finish().queryResponse.Invoice
    return { rows: (rows ?? []) as { Id: string; Line?: unknown[] }[], run }
  }
  return { read, sent }
}

it('reads pages after the 1,000th record by ID, so that no earlier record is read with its lines [dp-4.3.14]', () => {
  const { read, sent } = createFile(2_300)
  const { rows, run } = read('SELECT * FROM Invoice STARTPOSITION 2001 MAXRESULTS 1000')
  expect(rows.map(({ Id }) => Id)).toEqual(Array.from({ length: 300 }, (_, index) => toId(2_001 + index)))
  expect(rows.every(({ Line }) => Line?.length === 1)).toBe(true)
  const withLines = sent.filter((text) => text.includes('IncludeLineItems'))
  expect(withLines).toHaveLength(3)
  expect(withLines.every((text) => text.includes('<TxnID>'))).toBe(true)
  expect(run.explain()).toMatchObject({ local: [], messageSets: 8, fetched: 2_600 })
  expect(run.finish().queryResponse).toMatchObject({ startPosition: 2_001, maxResults: 300 })
})

it('reads a family one variant after the other, with lines only for the records of the page', () => {
  const kinds = ['Check', 'CreditCardCharge', 'CreditCardCredit']
  const run = plan('SELECT * FROM Purchase MAXRESULTS 1000')
  const sent: string[][] = []
  const respond = (request: QbxmlRequest): QbxmlResponse => {
    const kind = request.name.replace('QueryRq', '')
    const named = request.children.filter(({ name }) => name === 'TxnID').map(({ text }) => text)
    const first = 1_000 * kinds.indexOf(kind) + Number(request.attributes?.iteratorID ?? 0)
    const ids = named.length > 0 ? named : Array.from({ length: 500 }, (_, index) => toId(first + index + 1))
    const ofKind = ids.filter((id) => Number.parseInt(id, 16) > first && Number.parseInt(id, 16) <= first + 1_000)
    const elements = ofKind.map((id) => `<${kind}Ret><TxnID>${id}</TxnID></${kind}Ret>`).join('')
    const at = (first % 1_000) + 500
    const iterated = at < 1_000 ? { iteratorId: String(at), iteratorRemainingCount: 1_000 - at } : {}
    return { ...parseResponse(`${kind}QueryRs`, elements), ...(named.length === 0 && iterated) }
  }
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    sent.push(requests.map(({ name, children }) => `${name}${children.some((each) => each.name === 'TxnID')}`))
    run.accept(requests.map(respond))
  }
  const { Purchase } = run.finish().queryResponse as { Purchase: { Id: string }[] }
  expect(Purchase.map(({ Id }) => Id)).toEqual(Array.from({ length: 1_000 }, (_, index) => toId(index + 1)))
  const byId = kinds.map((kind) => `${kind}QueryRqtrue`)
  const payees = ['VendorQueryRqfalse', 'EmployeeQueryRqfalse', 'OtherNameQueryRqfalse']
  expect(sent).toEqual([
    [...kinds.map((kind) => `${kind}QueryRqfalse`), ...payees],
    ['CheckQueryRqfalse'],
    [...byId, ...payees],
    ...Array.from({ length: 9 }, () => byId),
  ])
})

it('returns only the selected columns [dp-4.3.5]', () => {
  const { rows } = createFile(1_002).read('SELECT Line FROM Invoice STARTPOSITION 1001')
  expect(rows).toEqual([{ Line: [expect.anything()] }, { Line: [expect.anything()] }])
})

it('looks the page up again if one of its records was deleted, so that no page is short', () => {
  const { read, sent } = createFile(1_600, [1_500])
  expect(read('SELECT * FROM Invoice STARTPOSITION 1401 MAXRESULTS 100').rows).toHaveLength(100)
  expect(sent.filter((text) => text.includes('<TxnID>'))).toHaveLength(2)
})

it('returns nothing after the last record', () => {
  const { read } = createFile(1_600)
  expect(read('SELECT * FROM Invoice STARTPOSITION 1601').run.finish().queryResponse).toEqual({})
})

it('rejects a position after the 5,000th record [dp-4.3.14]', () => {
  const { read } = createFile(9_000)
  expect(catchFault(() => read('SELECT * FROM Invoice STARTPOSITION 5001'))).toMatchObject({
    code: 'UNSUPPORTED_QUERY',
    detail:
      'STARTPOSITION 5001 is too deep, since a query can read at most 5000 records of Invoice. Narrow it with ' +
      'a range of TxnDate or MetaData.LastUpdatedTime, CustomerRef, DocNumber or Id.',
  })
})
