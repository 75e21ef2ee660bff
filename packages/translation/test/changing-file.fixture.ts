import { childText, type QbxmlRequest, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import { IdList } from '../src/query/id-list.ts'
import { parseQuery } from '../src/query/parse.ts'
import { planQuery } from '../src/query/plan.ts'
import type { QueryRun } from '../src/query/query-run.ts'
import { context, parseResponse, requireTable, serializeRequest } from './translation.fixture.ts'

/** Returns the ID of the invoice with a number. */
export function toId(number: number): string {
  return `${number.toString(16).toUpperCase()}-1`
}

interface InvoiceRow {
  readonly Id: string
  readonly Line?: readonly unknown[]
}

/** Creates a company file with invoices for tests to create and delete while paging. */
export function createChangingFile(count: number) {
  const invoices = Array.from({ length: count }, (_, index) => toId(index + 1))
  const sent: string[] = []
  const file = {
    invoices,
    /** The requests since tests emptied the list. */
    sent,
    /** Called before each response. */
    onRequest: (_request: QbxmlRequest): void => undefined,
    list: new IdList(),
    /** Runs a query with the list from earlier pages; the first page begins a new one. */
    read(text: string) {
      const query = parseQuery(text)
      if (query.startPosition === 1) file.list = new IdList()
      const run = planQuery(query, requireTable(query.entity), context, file.list)
      return { rows: finish(run), run }
    },
  }
  const iterators: string[][] = []

  const finish = (run: QueryRun) => {
    for (let requests = run.next(); requests.length > 0; requests = run.next())
      runAtOnce(run.accept(requests.map(respond)))
    return (run.finish().queryResponse.Invoice ?? []) as unknown as readonly InvoiceRow[]
  }

  const respond = (request: QbxmlRequest): QbxmlResponse => {
    file.onRequest(request)
    sent.push(serializeRequest(request))
    const { iterator, iteratorID = '' } = request.attributes ?? {}
    const named = request.children.filter(({ name }) => name === 'TxnID').map(({ text }) => text)
    if (named.length > 0) return respondByIds(request, named)
    const found = iterator === 'Continue' ? (iterators[Number(iteratorID)] ?? []) : [...invoices]
    const max = Number(childText(request, 'MaxReturned'))
    const response = parseResponse('InvoiceQueryRs', found.slice(0, max).map(toRecord(request)).join(''))
    if (iterator === undefined) return response
    const left = found.slice(max)
    return { ...response, iteratorId: String(iterators.push(left) - 1), iteratorRemainingCount: left.length }
  }

  const respondByIds = (request: QbxmlRequest, named: readonly string[]): QbxmlResponse => {
    // Not in request order, which QuickBooks does not promise.
    const found = named.filter((id) => invoices.includes(id)).toReversed()
    const status =
      found.length === named.length
        ? undefined
        : { code: 500, severity: 'Warn', message: 'There was a required element that could not be found.' }
    return parseResponse('InvoiceQueryRs', found.map(toRecord(request)).join(''), status)
  }

  return file
}

function toRecord(request: QbxmlRequest) {
  const hasLines = childText(request, 'IncludeLineItems') === 'true'
  const line = hasLines ? '<InvoiceLineRet><TxnLineID>1-1</TxnLineID><Desc>x</Desc></InvoiceLineRet>' : ''
  return (id: string): string => `<InvoiceRet><TxnID>${id}</TxnID>${line}</InvoiceRet>`
}
