import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import type { Grant } from '@bridge/identity/access/grant'
import { removeHidden } from '@bridge/identity/access/hidden-characters'
import { requireRole } from '@bridge/identity/access/membership'
import { includesRole, type Owned } from '@bridge/identity/access/owned'
import { secondsAfter } from '@bridge/identity/oauth/lifetimes'
import type { Operation } from '@bridge/translation'
import { z } from 'zod'
import type { Services } from '../services/services.ts'
import { deletePermission, findPermission, findRealm, insertPermission } from './explorer.store.ts'
import { type ExplorerCall, toExplorerResult, toRequest } from './explorer-call.ts'
import { createSampleCall, type FindFirst, type SampleCall } from './sample-call.ts'

/** A signed-in Explorer user. */
export interface ExplorerUser {
  readonly caller: Caller
  readonly sessionId: string
  /** Aborts when the browser closes the connection. */
  readonly signal?: AbortSignal | undefined
}

type ExplorerServices = Pick<Services, 'database' | 'clock' | 'config' | 'userCalls'>

/** How long an admin allows writes to a production realm, in seconds. */
const permissionSeconds = 30 * 60

/** How long one call's grant lives, in seconds. */
const grantSeconds = 60

/** Returns what a user may do with a realm in the Explorer. */
export async function loadExplorerAccess(services: ExplorerServices, user: ExplorerUser, realmId: string) {
  const { realm, owned, writesUntil } = await findAccess(services, user, realmId)
  return {
    name: realm.name,
    kind: realm.kind,
    mayWrite: realm.kind === 'sandbox' || writesUntil !== undefined,
    /** Whether the user may allow writes by typing the name; a sandbox needs no permission. */
    mayAllowWrites: realm.kind === 'production' && includesRole(owned.role, 'admin'),
    writesUntil: writesUntil?.toISOString() ?? null,
  }
}

/**
 * Allows the session to write to a production realm for 30 minutes.
 *
 * @param name the realm's name, as typed by the user
 * @throws Problem `forbidden`, `invalid_request`
 */
export async function allowWrites(services: ExplorerServices, user: ExplorerUser, realmId: string, name: string) {
  const { database, clock } = services
  const owned = await requireRole(services, user.caller, {
    resource: 'realm',
    id: realmId,
    role: 'admin',
    attempt: 'explorer.allowWrites',
  })
  const realm = await findRealm(database, owned.id)
  if (realm.kind === 'sandbox') throw new Problem('invalid_request', 'A sandbox always allows writes.')
  if (removeHidden(name) !== removeHidden(realm.name)) {
    throw new Problem('invalid_request', 'The name is not the name of the company file. Type it as it is shown.')
  }
  const at = clock()
  const expiresAt = secondsAfter(at, permissionSeconds)
  await insertPermission(database, owned, { ...user, at, expiresAt })
  return { writesUntil: expiresAt.toISOString() }
}

/** Ends the permission to write before its time. */
export async function endWrites({ database, clock }: ExplorerServices, user: ExplorerUser, realmId: string) {
  const owned = await requireRole({ database, clock }, user.caller, { resource: 'realm', id: realmId, role: 'member' })
  await deletePermission(database, owned, { ...user, at: clock() })
}

/**
 * Sends a data plane request on a user's behalf. Role, session and permission are checked for each call, and no access
 * token exists.
 */
export async function sendCall(services: ExplorerServices, user: ExplorerUser, call: ExplorerCall) {
  const { request, returned } = await send(services, user, call)
  return toExplorerResult(request, returned)
}

async function send(services: ExplorerServices, user: ExplorerUser, call: ExplorerCall) {
  const { owned, realm, writesUntil } = await findAccess(services, user, call.realmId)
  const grant: Grant = {
    realmId: owned.id,
    realmKind: realm.kind,
    orgId: owned.orgId,
    source: call.isReplay ? 'replay' : 'explorer',
    isReadOnly: realm.kind === 'production' && writesUntil === undefined,
    expiresAt: secondsAfter(services.clock(), grantSeconds),
  }
  const request = toRequest(services.config.baseUrl, call, user.signal)
  return { request, returned: await services.userCalls.send(request, grant) }
}

/** Returns an operation's valid call, with IDs from the company file. The lookups count as one call. */
export async function createSample(
  services: ExplorerServices,
  user: ExplorerUser,
  { realmId, entity, operation }: { readonly realmId: string; readonly entity: string; readonly operation: Operation },
): Promise<SampleCall> {
  const { id } = await requireRole(services, user.caller, { resource: 'realm', id: realmId, role: 'member' })
  const findFirst: FindFirst = async (conditions) => {
    if (conditions.length === 0) return new Map()
    const BatchItemRequest = conditions.map((condition, index) => ({
      bId: String(index),
      Query: `select * from ${condition} maxresults 1`,
    }))
    const body = JSON.stringify({ BatchItemRequest })
    const call: ExplorerCall = { realmId: id, method: 'POST', path: '/batch', query: '', body }
    const { returned } = await send(services, user, call)
    return toFirstRecords(conditions, await returned.response.text())
  }
  return createSampleCall(entity, operation, findFirst)
}

/** @throws Problem `invalid_request` if the company file could not be read */
function toFirstRecords(conditions: readonly string[], body: string) {
  const { BatchItemResponse: items, Fault: fault } = batchSchema.parse(JSON.parse(body))
  // A numeric code is QuickBooks' own: it lacks the feature, so it has no such record.
  const failed = [fault, ...(items ?? []).map((item) => item.Fault)].find(
    (each) => each !== undefined && !/^\d+$/.test(each.Error[0]?.code ?? ''),
  )
  if (failed) {
    const detail = failed.Error[0]?.Detail ?? ''
    throw new Problem('invalid_request', `The company file could not be read for a sample. ${detail}`)
  }
  const records = new Map(items?.map(({ bId, QueryResponse }) => [bId, findRecord(QueryResponse)]))
  return new Map(conditions.map((condition, index) => [condition, records.get(String(index))]))
}

const faultSchema = z.object({ Error: z.array(z.object({ Detail: z.string().optional(), code: z.string() })) })
const batchSchema = z.object({
  Fault: faultSchema.optional(),
  BatchItemResponse: z
    .array(
      z.object({
        bId: z.string(),
        Fault: faultSchema.optional(),
        QueryResponse: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
})

function findRecord(response: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> | undefined {
  return Object.values(response).find(Array.isArray)?.[0]
}

/** Returns a request's mistakes as the data plane would report them, without sending it. */
export async function findMistakes(services: ExplorerServices, user: ExplorerUser, call: ExplorerCall) {
  const { id } = await requireRole(services, user.caller, { resource: 'realm', id: call.realmId, role: 'member' })
  return services.userCalls.findMistakes(toRequest(services.config.baseUrl, call), { realmId: id })
}

/** Loads the realm and the session's permission. A former admin has none. */
async function findAccess(services: ExplorerServices, { caller, sessionId }: ExplorerUser, realmId: string) {
  const { database, clock } = services
  const owned: Owned<'realm'> = await requireRole(services, caller, { resource: 'realm', id: realmId, role: 'member' })
  const realm = await findRealm(database, owned.id)
  const mayHavePermission = realm.kind === 'production' && includesRole(owned.role, 'admin')
  const writesUntil = mayHavePermission ? await findPermission(database, sessionId, owned.id, clock()) : undefined
  return { owned, realm, writesUntil }
}
