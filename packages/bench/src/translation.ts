import { findEntity, readRecord } from '@bridge/translation'
import { parseMessageSetResponse } from '@bridge/translation/qbxml'
import { XMLParser } from 'fast-xml-parser'
import { invoiceAnswer } from './invoice-answer.ts'
import { type Measurement, medianOf } from './measurement.ts'

const invoices = 1_000
const lines = 8
const rounds = 15
const warmUpRounds = 3

/** How much faster invoices are read from qbXML into the client's JSON than a common parser reads only the XML. */
export async function measureTranslation(): Promise<Measurement[]> {
  const found = findEntity('Invoice')
  if (found?.kind !== 'built') throw new Error('Invoices are not built, so there is nothing to measure.')
  const text = invoiceAnswer(invoices, lines)
  const peer = new XMLParser()

  const read = (): number => {
    const records = parseMessageSetResponse(text).responses[0]?.elements ?? []
    return records.map((record) => readRecord(found.table, record, { realmId: '1' })).length
  }
  const parse = (): number => peer.parse(text).QBXML.QBXMLMsgsRs.InvoiceQueryRs.InvoiceRet.length

  const times = { read: [] as number[], parse: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const readMs = timeOf(read)
    const parseMs = timeOf(parse)
    if (round < warmUpRounds) continue
    times.read.push(readMs)
    times.parse.push(parseMs)
  }
  const readMs = medianOf(times.read)
  const parseMs = medianOf(times.parse)
  const megabytes = (text.length / 1e6).toFixed(1)
  return [
    {
      name: `reading ${invoices} invoices of ${lines} lines (${megabytes} MB of qbXML) into JSON, against fast-xml-parser only parsing them`,
      ratio: parseMs / readMs,
      goal: { atLeast: 3 },
      detail: `${readMs.toFixed(0)} ms against ${parseMs.toFixed(0)} ms, medians of ${rounds} rounds taken by turns`,
    },
  ]
}

/** The milliseconds that a piece of work takes, which must find every invoice. */
function timeOf(work: () => number): number {
  const start = performance.now()
  const count = work()
  const elapsed = performance.now() - start
  if (count !== invoices) throw new Error(`${count} of ${invoices} invoices were read.`)
  return elapsed
}
