import type { Database, Prisma } from '@bridge/database'

/** An `Idempotency-Key` in use. */
export interface KeyUse {
  /** `user:` or `api-key:`, and an ID. */
  readonly caller: string
  readonly key: string
  readonly requestHash: string
  readonly now: Date
  readonly expiresAt: Date
}

/** The outcome for a request with a key. */
export type KeyedOutcome<Output> =
  | { readonly kind: 'created'; readonly output: Output }
  | { readonly kind: 'repeated'; readonly response: Prisma.JsonValue }
  | { readonly kind: 'other-request' | 'too-many-keys' }

/**
 * Creates a resource and stores the response under the key, in one transaction. While it runs, a repeat waits on any
 * server. If it fails, the key stays unused.
 */
export function createOnce<Output>(
  database: Database,
  { caller, key, requestHash, now, expiresAt }: KeyUse,
  maxKeys: number,
  create: (database: Database) => Promise<{ readonly output: Output; readonly response: Prisma.InputJsonValue }>,
): Promise<KeyedOutcome<Output>> {
  return database.$transaction(async (transaction): Promise<KeyedOutcome<Output>> => {
    const claimed = await transaction.$executeRaw`
      INSERT INTO idempotency_key AS used (caller, key, "requestHash", "expiresAt")
      VALUES (${caller}, ${key}, ${requestHash}, ${expiresAt})
      ON CONFLICT (caller, key) DO UPDATE
      SET "requestHash" = EXCLUDED."requestHash", response = NULL, "expiresAt" = EXCLUDED."expiresAt"
      WHERE used."expiresAt" <= ${now}`
    if (claimed === 0) {
      const used = await transaction.idempotencyKey.findUniqueOrThrow({ where: { caller_key: { caller, key } } })
      if (used.requestHash !== requestHash) return { kind: 'other-request' }
      return { kind: 'repeated', response: used.response }
    }
    const keys = await transaction.idempotencyKey.count({ where: { caller, expiresAt: { gt: now } } })
    if (keys > maxKeys) {
      await transaction.idempotencyKey.delete({ where: { caller_key: { caller, key } } })
      return { kind: 'too-many-keys' }
    }
    const { output, response } = await create(transaction as Database)
    await transaction.idempotencyKey.update({ where: { caller_key: { caller, key } }, data: { response } })
    return { kind: 'created', output }
  })
}
