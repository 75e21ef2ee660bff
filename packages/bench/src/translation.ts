import { parseMessageSetResponse } from '@bridge/qbxml'
import { findEntity, readRecord } from '@bridge/translation'
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
import { invoiceResponse } from './invoice-response.ts'
import { getMedian, type Measurement } from './measurement.ts'

const invoices = 1_000
const lines = 8
const rounds = 31
const warmUpRounds = 8

/** Measures reading invoices from qbXML into JSON against two common parsers which only parse the XML. */
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
  const parseWithSaxes = (): number => countWithSaxes(text)

  // First, because fast-xml-parser leaves much garbage for the next to collect.
  const streamed = measurePair(read, parseWithSaxes)
  const common = measurePair(read, parse)
  const megabytes = (text.length / 1e6).toFixed(1)
  return [
    {
      name: `reading ${invoices} invoices of ${lines} lines (${megabytes} MB of qbXML) into JSON, against fast-xml-parser only parsing them`,
      ratio: common.peerMs / common.ourMs,
      goal: { atLeast: 3 },
      detail: describe(common),
    },
    {
      name: 'reading the same into JSON, against saxes only parsing it',
      ratio: streamed.ourMs / streamed.peerMs,
      goal: { atMost: 1 },
      detail: describe(streamed),
    },
  ]
}

interface Pair {
  readonly ourMs: number
  readonly peerMs: number
}

/** Measures two ways to read the invoices in alternation, and returns each median. */
function measurePair(ours: () => number, peers: () => number): Pair {
  const times = { ours: [] as number[], peers: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const ourMs = measureMs(ours)
    const peerMs = measureMs(peers)
    if (round < warmUpRounds) continue
    times.ours.push(ourMs)
    times.peers.push(peerMs)
  }
  return { ourMs: getMedian(times.ours), peerMs: getMedian(times.peers) }
}

function describe({ ourMs, peerMs }: Pair): string {
  return `${ourMs.toFixed(0)} ms against ${peerMs.toFixed(0)} ms of processor time, medians of ${rounds} rounds in alternation`
}

/** Parses a text with handlers building nothing, and returns its number of invoices. */
function countWithSaxes(text: string): number {
  let count = 0
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name }) => {
    if (name === 'InvoiceRet') count += 1
  })
  parser.on('text', () => undefined)
  parser.on('closetag', () => undefined)
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
  return count
}

/** Returns `work`'s processor time in milliseconds. @throws unless it finds every invoice */
function measureMs(work: () => number): number {
  const before = process.cpuUsage()
  const count = work()
  const { user, system } = process.cpuUsage(before)
  const elapsed = (user + system) / 1000
  if (count !== invoices) throw new Error(`${count} of ${invoices} invoices were found.`)
  return elapsed
}
