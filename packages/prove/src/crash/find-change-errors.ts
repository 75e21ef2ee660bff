import { findChangesAfter } from '@bridge/data-plane/record-changes/record-changes.store'
import type { Database } from '@bridge/database'
import type { Document } from '@bridge/emulator'
import type { Baseline } from './baseline.ts'
import type { CrashCompany } from './company.ts'

/** What the books show of a record or a deletion, in seconds since 1970. */
interface BookedRecord {
  readonly id: string
  readonly created: number
  readonly modified: number
  readonly deleted?: number
}

/** Compares the stored changes of a company file with its books. Returns each one that is lost or invented. */
export async function findChangeErrors(
  database: Database,
  { realmId, disk }: CrashCompany,
  { documents }: Baseline,
  isSandbox: boolean,
): Promise<readonly string[]> {
  const stored = isSandbox ? await listSandboxDocuments(database, realmId) : (await readDisk(disk.storage)).result
  const before = new Set(documents.map(({ id }) => id))
  const records = stored.filter(({ id, value }) => value !== null && !before.has(id)).flatMap(toRecord)
  const changes = await findChangesAfter(database, realmId, 0n, 10_000)
  const actual = changes.map(({ recordId, operation, version }) =>
    operation === 'update' || operation === 'void' ? `change ${recordId} ${version}` : `${operation} ${recordId}`,
  )
  const expected = records.flatMap(({ id, created, modified, deleted }) => [
    `create ${id}`,
    ...(deleted === undefined && modified !== created ? [`change ${id} ${modified}`] : []),
    ...(deleted === undefined ? [] : [`delete ${id}`]),
  ])
  return [
    ...expected.filter((each) => !actual.includes(each)).map((each) => `Lost: ${each}`),
    ...actual.filter((each) => !expected.includes(each)).map((each) => `Invented: ${each}`),
    ...actual.filter((each, index) => actual.indexOf(each) !== index).map((each) => `Twice: ${each}`),
  ]
}

function readDisk(storage: CrashCompany['disk']['storage']) {
  return storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
}

function listSandboxDocuments(database: Database, realmId: string): Promise<Document[]> {
  return database.$queryRaw<Document[]>`SELECT kind, id, value FROM sandbox_document WHERE "realmId" = ${realmId}`
}

function toRecord({ kind, value }: Document): readonly BookedRecord[] {
  const { id, created, modified = created, deleted } = value as Partial<BookedRecord>
  if (id === undefined || created === undefined || modified === undefined) return []
  if (kind !== 'Deletion' && deleted !== undefined) return []
  return [{ id, created, modified, ...(deleted !== undefined && { deleted }) }]
}
