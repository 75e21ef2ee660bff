import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import { getMedian, type Measurement } from './measurement.ts'

const sizes = { small: 500, large: 10_000 }
const addedAtOnce = 500
const rounds = 31
const warmUpRounds = 6
const readsOfRound = 300

/** Measures reading one record from a company file with 10,000 records against one with 500. */
export async function measureRecordRead(): Promise<Measurement> {
  const small = await openFilled(sizes.small)
  const large = await openFilled(sizes.large)
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const smallMs = await measureMs(small)
    const largeMs = await measureMs(large)
    if (round < warmUpRounds) continue
    times.small.push(smallMs)
    times.large.push(largeMs)
  }
  const us = (ms: number) => `${((ms / readsOfRound) * 1000).toFixed(0)} µs`
  const largeMs = getMedian(times.large)
  const smallMs = getMedian(times.small)
  return {
    name: `reading one invoice from a company file of ${sizes.large} records, against one of ${sizes.small}`,
    ratio: largeMs / smallMs,
    goal: { atMost: 1.3 },
    detail: `${us(largeMs)} against ${us(smallMs)}, medians of ${rounds} rounds of ${readsOfRound} reads in alternation`,
  }
}

interface Filled {
  readonly company: Company
  /** Message sets each reading one invoice, spread over the file. */
  readonly reads: readonly string[]
}

// Fills the file with invoices: they are the records that accumulate in real files.
async function openFilled(records: number): Promise<Filled> {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(),
    random: Math.random,
    template: 'starter',
  })
  for (let count = await company.recordCount(); count < records; count = await company.recordCount()) {
    const next = Math.min(addedAtOnce, records - count)
    const exchange = await company.exchange(messageSet(invoiceAdd.repeat(next)))
    if (!exchange.sent || exchange.lost)
      throw new Error(`The company file could not be filled: ${JSON.stringify(exchange)}`)
  }
  const ids = await company.read(({ transactions }) => [...transactions.keys()])
  const reads = Array.from({ length: readsOfRound }, (_, index) => ids[Math.floor((index * ids.length) / readsOfRound)])
  const query = (id: string | undefined) =>
    messageSet(`<InvoiceQueryRq><TxnID>${id}</TxnID><IncludeLineItems>true</IncludeLineItems></InvoiceQueryRq>`)
  return { company, reads: reads.map(query) }
}

function messageSet(requests: string): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`
}

async function measureMs({ company, reads }: Filled): Promise<number> {
  const start = performance.now()
  for (const read of reads) {
    const exchange = await company.exchange(read)
    if (!exchange.sent || exchange.lost || !exchange.response.includes('<InvoiceRet>'))
      throw new Error('The invoice was not found.')
  }
  return performance.now() - start
}

const invoiceAdd =
  '<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>Birchwood Dental</FullName></CustomerRef><InvoiceLineAdd><ItemRef><FullName>Training</FullName></ItemRef><Quantity>2</Quantity></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>'
