import { describe, expect, it } from 'vitest'
import type { Element } from './element.ts'
import { parseMessageSetResponse, streamMessageSetResponse } from './parse-message-set-response.ts'
import { runAtOnce } from './sliced.ts'
import { readWhole, StreamedElements } from './streamed-elements.ts'
import { QbxmlLimitError } from './syntax-error.ts'

const status = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"'
const long = 1024 * 1024

function wrap(inside: string): string {
  return `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${inside}</QBXMLMsgsRs></QBXML>`
}

function createCustomer(index: number): string {
  const address = `<BillAddress><City>Bern &amp; ${index % 7}</City></BillAddress>`
  return `<CustomerRet><ListID>${index}-1</ListID><Name>${'n'.repeat(100)}</Name>${address}</CustomerRet>\n`
}

const customers = Array.from({ length: 8_000 }, (_, index) => createCustomer(index)).join('')
const text = wrap(
  `<CustomerQueryRs ${status} retCount="8000">${customers}</CustomerQueryRs><ClassQueryRs ${status}><ClassRet><Name>A</Name></ClassRet></ClassQueryRs>`,
)

function stream(document: string) {
  return runAtOnce(streamMessageSetResponse(document)).responses
}

describe('streamMessageSetResponse', () => {
  it('reads the elements of a long response each time they are iterated', () => {
    expect(text.length).toBeGreaterThan(long)
    const responses = stream(text)
    const expected = parseMessageSetResponse(text).responses
    expect(responses.map(({ elements }) => elements)).toEqual([
      expect.any(StreamedElements),
      expect.any(StreamedElements),
    ])
    for (let round = 0; round < 2; round++)
      expect(responses.map((each) => ({ ...each, elements: [...each.elements] }))).toEqual(expected)
    expect(responses[0]?.elements).toHaveLength(8_000)
  })

  it('keeps the elements of a short response', () => {
    const short = wrap(`<CustomerQueryRs ${status}>${createCustomer(1)}</CustomerQueryRs>`)
    expect(stream(short)).toEqual(parseMessageSetResponse(short).responses)
  })

  it('reads elements after dropped characters', () => {
    const [first] = stream(text.replace('<Name>n', '<Name>\u0001&#2;n'))
    expect(first?.hasDroppedCharacters).toBe(true)
    expect([...(first?.elements ?? [])]).toEqual(parseMessageSetResponse(text).responses[0]?.elements)
  })

  it('separates a long report’s rows from the report', () => {
    const rows = '<DataRow rowType="account"><ColData colID="2" value="1.00" /></DataRow>'.repeat(15_000)
    const report = `<ReportRet><ReportTitle>T</ReportTitle><ReportData>${rows}</ReportData></ReportRet>`
    const [response] = stream(wrap(`<GeneralSummaryReportQueryRs ${status}>${report}</GeneralSummaryReportQueryRs>`))
    expect([...(response?.elements ?? [])].map(getNames)).toEqual([{ ReportRet: ['ReportTitle', 'ReportData'] }])
    expect(response?.reportRows).toHaveLength(15_000)
    expect([...(response?.reportRows ?? [])].at(-1)).toMatchObject({
      name: 'DataRow',
      attributes: { rowType: 'account' },
      children: [{ name: 'ColData', attributes: { colID: '2', value: '1.00' } }],
    })
  })

  it('rejects a record whose conversion would hold up others', () => {
    const record = (lines: number): string =>
      `<InvoiceRet>${'<InvoiceLineRet><Desc>abc</Desc></InvoiceLineRet>'.repeat(lines)}</InvoiceRet>`
    const wrapInvoices = (invoices: string): string => wrap(`<InvoiceQueryRs ${status}>${invoices}</InvoiceQueryRs>`)
    expect(() => stream(wrapInvoices(record(30_000).repeat(4)))).not.toThrow()
    expect(() => stream(wrapInvoices(record(50_001)))).toThrow(QbxmlLimitError)
  })
})

it('readWhole returns all elements of streamed responses', () => {
  expect(runAtOnce(readWhole(stream(text)))).toEqual(parseMessageSetResponse(text).responses)
})

function getNames({ name, children }: Element) {
  return { [name]: children.map((each) => each.name) }
}
