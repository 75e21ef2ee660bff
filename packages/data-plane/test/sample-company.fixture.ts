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
export function openSampleCompany(template: 'sample' | 'starter' = 'sample'): CompanyFile {
  return toCompanyFile(openInMemory(template))
}

/** Opens a company file in memory with random transactions in the last two hundred days, repeated by a seed. */
export async function openRandomCompany(seed: number, transactions: number): Promise<CompanyFile> {
  const company = openInMemory('empty')
  await addLists(company)
  await enterTransactions(company, createSeededRandom(seed), transactions)
  return toCompanyFile(company)
}

function openInMemory(template: Template): Company {
  return openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-03-16T10:00:00Z'),
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
