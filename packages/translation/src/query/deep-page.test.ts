import { expect, it } from 'vitest'
import { context, faultOf, printRequest, responseOf, tableOf } from '../../test/translation.fixture.ts'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/index.ts'
import { childText } from '../qbxml/index.ts'
import { parseQuery } from './parse.ts'
import { planQuery, type QueryRun } from './plan.ts'

function plan(text: string): QueryRun {
  const query = parseQuery(text)
  return planQuery(query, tableOf(query.entity), context)
}
function idOf(position: number): string {
  return `${position.toString(16).toUpperCase()}-1`
}

/** A company file with so many invoices, of which some are gone when they are asked for by their ids. */
function fileOf(invoices: number, goneOnce: readonly number[] = []) {
  const gone = new Set(goneOnce.map(idOf))
  const asked: string[] = []
  const answer = (request: QbxmlRequest): QbxmlResponse => {
    asked.push(printRequest(request))
    const named = request.children.filter(({ name }) => name === 'TxnID').map(({ text }) => text)
    const at = Number(request.attributes?.iteratorID ?? 0)
    const page = Array.from({ length: Math.min(500, invoices - at) }, (_, index) => idOf(at + index + 1))
    const hasLines = childText(request, 'IncludeLineItems') === 'true'
    const found = named.length > 0 ? named.toReversed().filter((id) => !gone.has(id)) : page
    if (named.some((id) => gone.has(id))) gone.clear()
    const line = hasLines ? '<InvoiceLineRet><TxnLineID>1-1</TxnLineID><Desc>x</Desc></InvoiceLineRet>' : ''
    const elements = found.map((id) => `<InvoiceRet><TxnID>${id}</TxnID>${line}</InvoiceRet>`).join('')
    const iterated = { iteratorId: String(at + page.length), iteratorRemainingCount: invoices - at - page.length }
    return { ...responseOf('InvoiceQueryRs', elements), ...(named.length === 0 && iterated) }
  }
  const read = (text: string) => {
    const run = plan(text)
    for (let requests = run.next(); requests.length > 0; requests = run.next()) run.accept(requests.map(answer))
    const rows = run.finish().queryResponse.Invoice
    return { rows: (rows ?? []) as { Id: string; Line?: unknown[] }[], run }
  }
  return { read, asked }
}

it('reads pages behind the 1,000th record by their ids, for none before them is wanted with its lines [dp-4.3.14]', () => {
  const { read, asked } = fileOf(2_300)
  const { rows, run } = read('SELECT * FROM Invoice STARTPOSITION 2001 MAXRESULTS 1000')
  expect(rows.map(({ Id }) => Id)).toEqual(Array.from({ length: 300 }, (_, index) => idOf(2_001 + index)))
  expect(rows.every(({ Line }) => Line?.length === 1)).toBe(true)
  const withLines = asked.filter((text) => text.includes('IncludeLineItems'))
  expect(withLines).toHaveLength(3)
  expect(withLines.every((text) => text.includes('<TxnID>'))).toBe(true)
  expect(run.explain()).toMatchObject({ here: [], messageSets: 8, fetched: 2_600 })
  expect(run.finish().queryResponse).toMatchObject({ startPosition: 2_001, maxResults: 300 })
})

it('reads the pages of a family one kind after the other, and with lines those on the page alone', () => {
  const kinds = ['Check', 'CreditCardCharge', 'CreditCardCredit']
  const run = plan('SELECT * FROM Purchase MAXRESULTS 1000')
  const asked: string[][] = []
  const answer = (request: QbxmlRequest): QbxmlResponse => {
    const kind = request.name.replace('QueryRq', '')
    const named = request.children.filter(({ name }) => name === 'TxnID').map(({ text }) => text)
    const first = 1_000 * kinds.indexOf(kind) + Number(request.attributes?.iteratorID ?? 0)
    const ids = named.length > 0 ? named : Array.from({ length: 500 }, (_, index) => idOf(first + index + 1))
    const own = ids.filter((id) => Number.parseInt(id, 16) > first && Number.parseInt(id, 16) <= first + 1_000)
    const elements = own.map((id) => `<${kind}Ret><TxnID>${id}</TxnID></${kind}Ret>`).join('')
    const at = (first % 1_000) + 500
    const iterated = at < 1_000 ? { iteratorId: String(at), iteratorRemainingCount: 1_000 - at } : {}
    return { ...responseOf(`${kind}QueryRs`, elements), ...(named.length === 0 && iterated) }
  }
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    asked.push(requests.map(({ name, children }) => `${name}${children.some((each) => each.name === 'TxnID')}`))
    run.accept(requests.map(answer))
  }
  const { Purchase } = run.finish().queryResponse as { Purchase: { Id: string }[] }
  expect(Purchase.map(({ Id }) => Id)).toEqual(Array.from({ length: 1_000 }, (_, index) => idOf(index + 1)))
  const byId = kinds.map((kind) => `${kind}QueryRqtrue`)
  expect(asked).toEqual([
    kinds.map((kind) => `${kind}QueryRqfalse`),
    ['CheckQueryRqfalse'],
    ...Array.from({ length: 10 }, () => byId),
  ])
})

it('shows of them the columns that are asked for [dp-4.3.5]', () => {
  const { rows } = fileOf(1_002).read('SELECT Line FROM Invoice STARTPOSITION 1001')
  expect(rows).toEqual([{ Line: [expect.anything()] }, { Line: [expect.anything()] }])
})

it('looks the page up again where a record of it was deleted meanwhile, so that no page is short', () => {
  const { read, asked } = fileOf(1_600, [1_500])
  expect(read('SELECT * FROM Invoice STARTPOSITION 1401 MAXRESULTS 100').rows).toHaveLength(100)
  expect(asked.filter((text) => text.includes('<TxnID>'))).toHaveLength(2)
})

it('finds nothing behind the last record', () => {
  const { read } = fileOf(1_600)
  expect(read('SELECT * FROM Invoice STARTPOSITION 1601').run.finish().queryResponse).toEqual({})
})

it('refuses a position behind the 5,000th record, and says so [dp-4.3.14]', () => {
  const { read } = fileOf(9_000)
  expect(faultOf(() => read('SELECT * FROM Invoice STARTPOSITION 5001'))).toMatchObject({
    code: 'UNSUPPORTED_QUERY',
    detail:
      'STARTPOSITION 5001 lies too deep: at most 5000 records of Invoice are looked at for one query; narrow it with ' +
      'a range of TxnDate or MetaData.LastUpdatedTime, CustomerRef, DocNumber or Id',
  })
})
