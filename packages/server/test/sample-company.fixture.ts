import { parseRealmId } from '@bridge/agent-protocol'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { type JsonObject, registry } from '@bridge/translation'
import { type CompanyFile, openCompanyFile } from '../src/data-plane/company-file.ts'
import { query } from '../src/data-plane/operations/query.ts'
import type { Desktop } from '../src/desktop/desktop.ts'
import { fieldsOf } from './naive-query.fixture.ts'
import type { AskedEntity } from './random-query.fixture.ts'

/** The sample company has one currency: QuickBooks then refuses to speak of others. */
const isOff = new Set(['CompanyCurrency', 'ExchangeRate'])

/** A company file in memory that holds the sample company, or the smaller one that a sandbox can begin with. */
export function openSampleCompany(template: 'sample' | 'starter' = 'sample'): CompanyFile {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-03-16T10:00:00Z'),
    random: () => 0.5,
    template,
  })
  const realmId = parseRealmId('9000000000000001')
  if (realmId === undefined) throw new Error('That is not the id of a realm.')
  const exchange: Desktop['exchange'] = async (_realm, messageSet) => {
    const exchanged = await company.exchange(messageSet)
    if (!exchanged.sent || exchanged.lost) throw new Error(JSON.stringify(exchanged))
    return exchanged
  }
  return openCompanyFile({ realmId, desktop: { exchange } })
}

/** All records of all entities that a query can choose from. */
export async function readEverything(file: CompanyFile): Promise<readonly AskedEntity[]> {
  const entities: AskedEntity[] = []
  for (const { table } of Object.values(registry).filter((found) => found.kind === 'built')) {
    if (table.kind === 'single' || isOff.has(table.name)) continue
    const active = table.kind === 'list' ? ' WHERE Active IN (true, false)' : ''
    const { body } = await query(file, { text: `SELECT * FROM ${table.name}${active} MAXRESULTS 1000` })
    const records = ((body.QueryResponse as JsonObject)[table.name] ?? []) as JsonObject[]
    entities.push({ name: table.name, records, kinds: fieldsOf(records) })
  }
  return entities
}
