import { randomBytes } from 'node:crypto'
import { type AuditRow, type RealmId, type SandboxTemplate, sandboxTemplateSchema } from '@bridge/agent-protocol'
import { type Database, Prisma, queryPrepared } from '@bridge/database'
import type { CompanyStorage, Document, JsonValue } from '@bridge/emulator'

/** Another process has opened the company file. Nothing was stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/**
 * A process's right to a company file. It begins with the first transaction, and ends when another process opens the
 * file: later transactions then fail with {@link LeaseLostError}.
 */
export interface CompanyLease {
  epoch: bigint | undefined
}

interface StorageOptions {
  /** Without it, processes share the company file. */
  readonly lease?: CompanyLease | undefined
  /** An audit event, stored with the changes. */
  readonly event?: AuditRow | undefined
}

/**
 * Stores a sandbox's company file in PostgreSQL. `exclusive` locks the company's row, which makes processes take turns,
 * and commits all changes together.
 */
export function createCompanyStorage(
  database: Database,
  realmId: RealmId,
  { lease, event }: StorageOptions = {},
): CompanyStorage {
  return {
    exclusive: (sinceVersion, work) =>
      runLeased(database, realmId, lease, async (transaction, { version, beganAt }) => {
        const complete = sinceVersion === undefined || sinceVersion > version || sinceVersion < beganAt
        const documents =
          sinceVersion === version ? [] : await findDocuments(transaction, realmId, complete ? undefined : sinceVersion)
        const { changes, result } = work({ version, complete, documents })
        if (event) await recordEvent(transaction, event)
        if (changes.length === 0) return { version, result }
        await saveDocuments(transaction, realmId, version + 1, changes)
        return { version: version + 1, result }
      }),
    isCurrent: async (version) => version === (await findUnlockedVersion(database, realmId, lease)),
  }
}

interface LockedCompany {
  readonly version: number
  /** The last reset's version. */
  readonly beganAt: number
  readonly epoch: bigint
}

/** Runs work in a transaction locking the company's row, under the lease if there is one. */
async function runLeased<Result>(
  database: Database,
  realmId: RealmId,
  lease: CompanyLease | undefined,
  work: (transaction: Prisma.TransactionClient, company: LockedCompany) => Promise<Result>,
): Promise<Result> {
  const { result, epoch } = await database.$transaction(async (transaction) => {
    const company = await lockCompany(transaction, realmId)
    const epoch = lease && (await holdLease(transaction, realmId, lease, company.epoch))
    return { result: await work(transaction, company), epoch }
  })
  if (lease) lease.epoch = epoch
  return result
}

async function holdLease(
  transaction: Prisma.TransactionClient,
  realmId: RealmId,
  { epoch: held }: CompanyLease,
  epoch: bigint,
): Promise<bigint> {
  if (held === epoch) return epoch
  if (held !== undefined) throw new LeaseLostError('Another process has opened the company file.')
  const taken = createEpoch()
  await transaction.$executeRaw`UPDATE sandbox_company SET epoch = ${taken} WHERE "realmId" = ${realmId}`
  return taken
}

/** Returns a random epoch. A counter would return to earlier values in a restored database, and let two processes write. */
function createEpoch(): bigint {
  return randomBytes(8).readBigUInt64BE() >> 2n
}

function recordEvent(transaction: Prisma.TransactionClient, event: AuditRow) {
  const { details, ...row } = event
  return transaction.auditEvent.create({ data: { ...row, ...(details && { details }) }, select: { id: true } })
}

/**
 * Finds a company's version unless a transaction has locked its row; ended transactions are visible. One statement instead
 * of a transaction's three, each waiting for a processor on a busy machine.
 */
async function findUnlockedVersion(
  database: Database,
  realmId: RealmId,
  lease: CompanyLease | undefined,
): Promise<number | undefined> {
  const [company] = await queryPrepared<{ version: string; epoch: string }>(
    database,
    'sandbox-company-version',
    Prisma.sql`SELECT version, epoch FROM sandbox_company WHERE "realmId" = ${realmId} FOR SHARE SKIP LOCKED`,
  )
  const isHeld = lease === undefined || String(lease.epoch) === company?.epoch
  return company && isHeld ? Number(company.version) : undefined
}

/** Locks the company's row, inserting it if necessary. */
async function lockCompany(transaction: Prisma.TransactionClient, realmId: RealmId): Promise<LockedCompany> {
  const lock = () =>
    transaction.$queryRaw<{ version: bigint; beganAt: bigint; epoch: bigint }[]>`
      SELECT version, "beganAt", epoch FROM sandbox_company WHERE "realmId" = ${realmId} FOR UPDATE`
  let [company] = await lock()
  if (!company) {
    await transaction.$executeRaw`
      INSERT INTO sandbox_company ("realmId", template) VALUES (${realmId}, 'sample') ON CONFLICT DO NOTHING`
    ;[company] = await lock()
  }
  const { version = 0, beganAt = 0, epoch = 0n } = company ?? {}
  return { version: Number(version), beganAt: Number(beganAt), epoch }
}

/** Finds documents changed after a version, removed ones included; without a version, the existing ones. */
async function findDocuments(
  transaction: Prisma.TransactionClient,
  realmId: RealmId,
  afterVersion: number | undefined,
): Promise<Document[]> {
  type Row = { kind: string; id: string; value: JsonValue }
  return afterVersion === undefined
    ? transaction.$queryRaw<Row[]>`
        SELECT kind, id, value FROM sandbox_document WHERE "realmId" = ${realmId} AND value IS NOT NULL`
    : transaction.$queryRaw<Row[]>`
        SELECT kind, id, value FROM sandbox_document WHERE "realmId" = ${realmId} AND version > ${afterVersion}`
}

async function saveDocuments(
  transaction: Prisma.TransactionClient,
  realmId: RealmId,
  version: number,
  documents: readonly Document[],
) {
  await transaction.$executeRaw`
    INSERT INTO sandbox_document ("realmId", kind, id, version, value)
    SELECT ${realmId}, changed.kind, changed.id, ${version}, NULLIF(changed.value, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS changed(kind text, id text, value jsonb)
    ON CONFLICT ("realmId", kind, id) DO UPDATE SET version = EXCLUDED.version, value = EXCLUDED.value`
  await transaction.$executeRaw`UPDATE sandbox_company SET version = ${version} WHERE "realmId" = ${realmId}`
}

/**
 * Creates the storage for resetting a company file: it removes all documents, and stored outcomes with a `requestid`, in
 * the transaction storing the new documents and an audit event. The realm is marked for webhooks.
 */
export function createResetStorage(
  database: Database,
  realmId: RealmId,
  template: SandboxTemplate,
  { lease, event }: StorageOptions = {},
): CompanyStorage {
  return {
    exclusive: (_sinceVersion, work) =>
      runLeased(database, realmId, lease, async (transaction, { version }) => {
        await transaction.$executeRaw`DELETE FROM sandbox_document WHERE "realmId" = ${realmId}`
        await transaction.$executeRaw`
          UPDATE sandbox_company SET template = ${template}, "beganAt" = ${version + 1} WHERE "realmId" = ${realmId}`
        const { changes, result } = work({ version, complete: true, documents: [] })
        await saveDocuments(transaction, realmId, version + 1, changes)
        await transaction.$executeRaw`DELETE FROM request_outcome WHERE "realmId" = ${realmId}`
        await transaction.$executeRaw`
          UPDATE realm_changes SET "resynchronizeAt" = now(), "resynchronizeReason" = 'reset', "pollState" = NULL,
            "nextPollAt" = NULL
          WHERE "realmId" = ${realmId}`
        if (event) await recordEvent(transaction, event)
        return { version: version + 1, result }
      }),
  }
}

/** Finds a sandbox's template; `sample` if it was never opened. */
export async function findTemplate(database: Database, realmId: RealmId): Promise<SandboxTemplate> {
  const company = await database.sandboxCompany.findUnique({ where: { realmId }, select: { template: true } })
  return sandboxTemplateSchema.catch('sample').parse(company?.template)
}
