import { parseRealmId } from '@bridge/agent-protocol'
import { type Company, memoryStorage, openCompany, type Template } from '@bridge/emulator'
import { addLists, enterTransactions } from '@bridge/emulator/testing/random-books'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { createCompanyMemory, type JsonObject, registry } from '@bridge/translation'
import type { Desktop } from '../src/desktop/desktop.ts'
import { type CompanyFile, openCompanyFile } from '../src/operations/company-file.ts'
import { query } from '../src/operations/query.ts'
import { listFields } from './naive-query.fixture.ts'
import type { EntityRecords } from './random-query.fixture.ts'

/** The sample company has one currency, so QuickBooks rejects requests for these. */
const unavailable = new Set(['CompanyCurrency', 'ExchangeRate'])

/** Opens a company file in memory with a template. */
export function openSampleCompany(template: 'sample' | 'starter' | 'trading' = 'sample'): CompanyFile {
  return toCompanyFile(openInMemory(template))
}

/** Opens a company file in memory with random transactions in the last two hundred days, repeated by a seed. */
export async function openRandomCompany(seed: number, transactions: number): Promise<CompanyFile> {
  const company = openInMemory('empty')
  await addLists(company)
  await enterTransactions(company, createSeededRandom(seed), transactions)
  return toCompanyFile(company)
}

/** Opens a company file in memory with invoices that differ in customer, date, number, amount and time of change. */
export async function openLargeCompany(counts: {
  readonly customers: number
  readonly invoices: number
}): Promise<CompanyFile> {
  let now = new Date('2026-03-16T10:00:00Z').getTime()
  const company = openInMemory('starter', () => new Date(now))
  const add = async (count: number, toRequest: (index: number) => string) => {
    for (let from = 0; from < count; from += addedAtOnce) {
      now -= 3_600_000
      const indices = Array.from({ length: Math.min(addedAtOnce, count - from) }, (_, index) => from + index)
      const set = `<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${indices.map(toRequest).join('')}</QBXMLMsgsRq></QBXML>`
      const outcome = await company.exchange(set)
      if (!outcome.sent || outcome.lost || outcome.response.includes('"Error"'))
        throw new Error(JSON.stringify(outcome))
    }
  }
  await add(counts.customers, (index) => `<CustomerAddRq><CustomerAdd>${toName(index)}</CustomerAdd></CustomerAddRq>`)
  await add(counts.invoices, (index) => {
    const day = new Date(Date.UTC(2026, 2, 16 - ((index * 7_919) % 700))).toISOString().slice(0, 10)
    const customer = toName((index * 31) % counts.customers)
      .replace('Name>', 'FullName>')
      .replace('/Name', '/FullName')
    const line = `<ItemRef><FullName>Training</FullName></ItemRef><Amount>${(index * 6_971) % 1_000}.50</Amount>`
    const head = `<CustomerRef>${customer}</CustomerRef><TxnDate>${day}</TxnDate><RefNumber>N${(index * 13) % 997}</RefNumber>`
    return `<InvoiceAddRq><InvoiceAdd>${head}<Memo>note ${index}</Memo><InvoiceLineAdd>${line}</InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`
  })
  return toCompanyFile(company)
}

const addedAtOnce = 25

function toName(index: number): string {
  return `<Name>Buyer ${(index * 7_919) % 100_000}</Name>`
}

function openInMemory(template: Template, clock = () => new Date('2026-03-16T10:00:00Z')): Company {
  return openCompany({
    storage: memoryStorage(),
    clock,
    random: () => 0.5,
    template,
  })
}

function toCompanyFile(company: Company): CompanyFile {
  const realmId = parseRealmId('9000000000000001')
  if (realmId === undefined) throw new Error('The realm ID is invalid.')
  const exchange: Desktop['exchange'] = async (_realm, messageSet) => {
    const exchanged = await company.exchange(messageSet)
    if (!exchanged.sent || exchanged.lost) throw new Error(JSON.stringify(exchanged))
    return exchanged
  }
  return openCompanyFile({
    realmId,
    desktop: { exchange },
    now: new Date('2026-03-16T10:00:00Z'),
    memory: createCompanyMemory(),
  })
}

/** Reads all records of all queryable entities. */
export async function readEverything(file: CompanyFile): Promise<readonly EntityRecords[]> {
  const entities: EntityRecords[] = []
  for (const { table } of Object.values(registry).filter((found) => found.kind === 'built')) {
    if (table.kind === 'single' || unavailable.has(table.name)) continue
    const active = table.kind === 'list' ? ' WHERE Active IN (true, false)' : ''
    const { body } = await query(file, { text: `SELECT * FROM ${table.name}${active} MAXRESULTS 1000` })
    const records = ((body.QueryResponse as JsonObject)[table.name] ?? []) as JsonObject[]
    entities.push({ name: table.name, records, kinds: listFields(records) })
  }
  return entities
}
