import { fileStorage } from '@bridge/edge-agent/simulated/file-storage'
import { openCompany, trialBalance } from '@bridge/emulator'
import type { CompanyClient } from './company-client.ts'

/** Document kinds other than records: remnants of deleted ones, and responses. */
const internalKinds: ReadonlySet<string> = new Set(['Deletion', 'MessageSet'])

/**
 * Compares a company file on disk with what its client has received. Returns what is missing, twice in it, or should not be
 * in it.
 */
export async function checkBooks(
  { realm, baseline, customers, invoices }: CompanyClient,
  baselineIds: ReadonlySet<string>,
): Promise<readonly string[]> {
  const storage = await fileStorage(realm.file)
  try {
    const { result: documents } = await storage.exclusive(undefined, ({ documents }) => ({
      changes: [],
      result: documents,
    }))
    const found = documents
      .filter(({ kind, id }) => !internalKinds.has(kind) && !baselineIds.has(`${kind} ${id}`))
      .map(({ kind, value }) => describe(kind, value))
      .sort()
    const expected = [
      ...[...customers].map(([name, { companyName }]) => `Customer ${name} ${companyName ?? ''}`),
      ...[...invoices.keys()].map((number) => `Invoice ${number} ${baseline.customerId}`),
    ].sort()
    const company = openCompany({ storage, clock: () => new Date(), random: Math.random })
    const { total } = await trialBalance(company)
    return [
      ...difference(expected, found).map((each) => `${realm.realmId}: ${each} is missing`),
      ...difference(found, expected).map((each) => `${realm.realmId}: ${each} should not be there`),
      ...(total === '0.00' ? [] : [`${realm.realmId}: the trial balance is ${total}`]),
    ]
  } finally {
    await storage.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an emulated company file's documents
function describe(kind: string, value: any): string {
  const fields = value?.fields ?? {}
  if (kind === 'Customer') return `Customer ${fields.Name} ${fields.CompanyName ?? ''}`
  if (kind === 'Invoice') return `Invoice ${fields.RefNumber} ${fields.CustomerRef?.ListID}`
  return `${kind} ${JSON.stringify(value).slice(0, 200)}`
}

/** Returns the texts occurring more often in the first list. */
function difference(from: readonly string[], without: readonly string[]): readonly string[] {
  const left = [...without]
  return from.filter((each) => {
    const place = left.indexOf(each)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
