import { createHash } from 'node:crypto'
import type { Prisma } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { fieldProblem } from '@bridge/identity/access/parse-input'
import type { Operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { createOnce } from './idempotency-key.store.ts'

const header = 'Idempotency-Key'
const keyForm = /^[\x21-\x7e]{1,255}$/
const lifetimeMs = 24 * 60 * 60 * 1000
const maxKeys = 10_000

/** Parses the header. Throws a Problem `invalid_request` for a malformed key. */
export function parseIdempotencyKey(value: string | undefined): string | undefined {
  if (value === undefined || keyForm.test(value)) return value
  throw fieldProblem(header, 'must be 1 to 255 printable ASCII characters without spaces')
}

/** A creating request with its key. */
export interface KeyedRequest {
  readonly caller: Caller
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly key: string
}

/**
 * Performs a creating operation. For 24 hours, a repeat with the same key returns the first response without its
 * secret. The caller's role is checked again.
 *
 * @throws Problem `invalid_request` if the key was used for another request, and `rate_limited` for too many keys
 */
export async function performOnce(
  services: Services,
  operation: Operation,
  { caller, id, fields, key }: KeyedRequest,
): Promise<{ readonly output: unknown; readonly isReplayed: boolean }> {
  const now = services.clock()
  const use = {
    caller: caller.kind === 'api-key' ? `api-key:${caller.apiKeyId}` : `user:${caller.userId}`,
    key,
    requestHash: hashRequest(operation, id, fields),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  }
  let isReplayed = false
  const output = await operation.perform(services, caller, id, fields, async (run) => {
    const outcome = await createOnce(services.database, use, maxKeys, async (database) => {
      const created = await run({ ...services, database })
      return { output: created, response: withoutSecret(operation, created) }
    })
    switch (outcome.kind) {
      case 'created':
        return outcome.output
      case 'repeated':
        isReplayed = true
        return { ...(outcome.response as object), replayed: true }
      case 'other-request':
        throw fieldProblem(header, 'was used for another request. Use a new key for each resource')
      case 'too-many-keys':
        throw new Problem('rate_limited', `You have used ${maxKeys} idempotency keys within 24 hours.`, {}, 3600)
    }
  })
  return { output, isReplayed }
}

function withoutSecret({ creates }: Operation, created: unknown): Prisma.InputJsonObject {
  const fields = Object.entries(created as Prisma.InputJsonObject)
  return Object.fromEntries(fields.filter(([name]) => name !== creates?.secret))
}

/** Hashes a request regardless of field order. */
function hashRequest({ route }: Operation, id: string, fields: KeyedRequest['fields']): string {
  const sorted = Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([route, id, sorted]))
    .digest('base64url')
}
