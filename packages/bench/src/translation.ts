import { findEntity, readRecord } from '@bridge/translation'
import { parseMessageSetResponse } from '@bridge/translation/qbxml'
import { XMLParser } from 'fast-xml-parser'
import { invoiceResponse } from './invoice-response.ts'
import { getMedian, type Measurement } from './measurement.ts'

const invoices = 1_000
const lines = 8
const rounds = 15
const warmUpRounds = 3

/** Measures reading invoices from qbXML into JSON against a common parser that only parses the XML. */
export async function measureTranslation(): Promise<Measurement[]> {
  const found = findEntity('Invoice')
  if (found?.kind !== 'built') throw new Error('Invoice has no table.')
  const text = invoiceResponse(invoices, lines)
  const peer = new XMLParser()

  const read = (): number => {
    const records = parseMessageSetResponse(text).responses[0]?.elements ?? []
    return records.map((record) => readRecord(found.table, record, {})).length
  }
  const parse = (): number => peer.parse(text).QBXML.QBXMLMsgsRs.InvoiceQueryRs.InvoiceRet.length

  const times = { read: [] as number[], parse: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const readMs = measureMs(read)
    const parseMs = measureMs(parse)
    if (round < warmUpRounds) continue
    times.read.push(readMs)
    times.parse.push(parseMs)
  }
  const readMs = getMedian(times.read)
  const parseMs = getMedian(times.parse)
  const megabytes = (text.length / 1e6).toFixed(1)
  return [
    {
      name: `reading ${invoices} invoices of ${lines} lines (${megabytes} MB of qbXML) into JSON, against fast-xml-parser only parsing them`,
      ratio: parseMs / readMs,
      goal: { atLeast: 3 },
      detail: `${readMs.toFixed(0)} ms against ${parseMs.toFixed(0)} ms, medians of ${rounds} rounds in alternation`,
    },
  ]
}

/** Returns the milliseconds that `work` takes. @throws unless it finds every invoice */
function measureMs(work: () => number): number {
  const start = performance.now()
  const count = work()
  const elapsed = performance.now() - start
  if (count !== invoices) throw new Error(`${count} of ${invoices} invoices were found.`)
  return elapsed
}
