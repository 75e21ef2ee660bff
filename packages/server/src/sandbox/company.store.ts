import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma, queryPrepared } from '@bridge/database'
import type { CompanyStorage, Document, JsonValue } from '@bridge/emulator'
import { type AuditEntry, recordAudit } from '../operation/audit.store.ts'

/** The initial books of a sandbox. */
export type SandboxTemplate = 'sample' | 'empty'

const transactionMsMax = 30_000

/**
 * Stores a sandbox's company file in PostgreSQL. `exclusive` locks the company's row, so that servers take turns, and
 * commits all changes together, with an event of the audit log.
 */
export function createCompanyStorage(database: Database, realmId: RealmId, event?: AuditEntry): CompanyStorage {
  return {
    exclusive: (sinceVersion, work) =>
      database.$transaction(
        async (transaction) => {
          const { version, beganAt } = await lockCompany(transaction, realmId)
          const complete = sinceVersion === undefined || sinceVersion > version || sinceVersion < beganAt
          const documents =
            sinceVersion === version
              ? []
              : await findDocuments(transaction, realmId, complete ? undefined : sinceVersion)
          const { changes, result } = work({ version, complete, documents })
          if (event) await recordAudit(transaction, event)
          if (changes.length === 0) return { version, result }
          await saveDocuments(transaction, realmId, version + 1, changes)
          return { version: version + 1, result }
        },
        { maxWait: transactionMsMax, timeout: transactionMsMax },
      ),
    isCurrent: async (version) => version === (await findUnlockedVersion(database, realmId)),
  }
}

/**
 * Finds the version of a company whose row no transaction has locked; a transaction that has ended is visible to it. One
 * statement instead of the three of a transaction, each of which waits for a processor on a busy machine.
 */
async function findUnlockedVersion(database: Database, realmId: RealmId): Promise<number | undefined> {
  const [company] = await queryPrepared<{ version: string }>(
    database,
    'sandbox-company-version',
    Prisma.sql`SELECT version FROM sandbox_company WHERE "realmId" = ${realmId} FOR SHARE SKIP LOCKED`,
  )
  return company && Number(company.version)
}

/** Locks the company's row, inserting it if necessary; returns its version and that of its last reset. */
async function lockCompany(
  transaction: Prisma.TransactionClient,
  realmId: RealmId,
): Promise<{ readonly version: number; readonly beganAt: number }> {
  const lock = () =>
    transaction.$queryRaw<{ version: bigint; beganAt: bigint }[]>`
      SELECT version, "beganAt" FROM sandbox_company WHERE "realmId" = ${realmId} FOR UPDATE`
  let [company] = await lock()
  if (!company) {
    await transaction.$executeRaw`
      INSERT INTO sandbox_company ("realmId", template) VALUES (${realmId}, 'sample') ON CONFLICT DO NOTHING`
    ;[company] = await lock()
  }
  return { version: Number(company?.version ?? 0), beganAt: Number(company?.beganAt ?? 0) }
}

/** Finds the documents that changed after a version, removed ones included; without a version, those that exist. */
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
 * Creates the storage that resets a company file: it removes all documents, and the stored outcomes of writes with a
 * `requestid`, in the transaction that stores the new documents and an event of the audit log.
 */
export function createResetStorage(
  database: Database,
  realmId: RealmId,
  template: SandboxTemplate,
  event?: AuditEntry,
): CompanyStorage {
  return {
    exclusive: (_sinceVersion, work) =>
      database.$transaction(
        async (transaction) => {
          const { version } = await lockCompany(transaction, realmId)
          await transaction.$executeRaw`DELETE FROM sandbox_document WHERE "realmId" = ${realmId}`
          await transaction.$executeRaw`
          UPDATE sandbox_company SET template = ${template}, "beganAt" = ${version + 1} WHERE "realmId" = ${realmId}`
          const { changes, result } = work({ version, complete: true, documents: [] })
          await saveDocuments(transaction, realmId, version + 1, changes)
          await transaction.$executeRaw`DELETE FROM request_outcome WHERE "realmId" = ${realmId}`
          if (event) await recordAudit(transaction, event)
          return { version: version + 1, result }
        },
        { maxWait: transactionMsMax, timeout: transactionMsMax },
      ),
  }
}

/** Finds the template of a sandbox; `sample` for one that was never opened. */
export async function findTemplate(database: Database, realmId: RealmId): Promise<SandboxTemplate> {
  const company = await database.sandboxCompany.findUnique({ where: { realmId }, select: { template: true } })
  return company?.template === 'empty' ? 'empty' : 'sample'
}
