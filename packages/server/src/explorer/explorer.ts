import { Problem } from '@bridge/faults'
import type { Grant } from '../oauth/grant.ts'
import { secondsAfter } from '../oauth/lifetimes.ts'
import type { Caller } from '../provisioning/caller.ts'
import { requireRole } from '../provisioning/membership.ts'
import { includesRole, type Owned } from '../provisioning/owned.ts'
import type { Services } from '../services/services.ts'
import { deletePermission, findPermission, findRealm, insertPermission } from './explorer.store.ts'
import { type ExplorerCall, toExplorerResult, toRequest } from './explorer-call.ts'

/** A signed-in user of the Explorer. */
export interface ExplorerUser {
  readonly caller: Caller
  readonly sessionId: string
}

type ExplorerServices = Pick<Services, 'database' | 'clock' | 'config' | 'userCalls'>

/** How long an admin allows writes to a production realm, in seconds. */
const permissionSeconds = 30 * 60

/** The lifetime of the grant of one call, in seconds. */
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
 * @param name the name of the realm, as the user typed it
 * @throws Problem `forbidden`, `invalid_request`
 */
export async function allowWrites(services: ExplorerServices, user: ExplorerUser, realmId: string, name: string) {
  const { database, clock } = services
  const owned = await requireRole(services, user.caller, 'realm', realmId, 'admin')
  const realm = await findRealm(database, owned.id)
  if (realm.kind === 'sandbox') throw new Problem('invalid_request', 'A sandbox always allows writes.')
  if (name.trim() !== realm.name) {
    throw new Problem('invalid_request', 'The name is not the name of the company file. Type it as it is shown.')
  }
  const at = clock()
  const expiresAt = secondsAfter(at, permissionSeconds)
  await insertPermission(database, owned, { ...user, at, expiresAt })
  return { writesUntil: expiresAt.toISOString() }
}

/** Ends the permission to write before its time. */
export async function endWrites({ database, clock }: ExplorerServices, user: ExplorerUser, realmId: string) {
  const owned = await requireRole({ database, clock }, user.caller, 'realm', realmId, 'member')
  await deletePermission(database, owned, { ...user, at: clock() })
}

/**
 * Sends a request to the data plane on behalf of a user. Role, session and permission are checked for each call, and no
 * access token exists.
 */
export async function sendCall(services: ExplorerServices, user: ExplorerUser, call: ExplorerCall) {
  const { owned, realm, writesUntil } = await findAccess(services, user, call.realmId)
  const grant: Grant = {
    realmId: owned.id,
    realmKind: realm.kind,
    orgId: owned.orgId,
    source: 'explorer',
    isReadOnly: realm.kind === 'production' && writesUntil === undefined,
    expiresAt: secondsAfter(services.clock(), grantSeconds),
  }
  const request = toRequest(services.config.baseUrl, call)
  return toExplorerResult(request, await services.userCalls.send(request, grant))
}

/** Returns the mistakes of a request as the data plane would report them, without sending it. */
export async function findMistakes(services: ExplorerServices, user: ExplorerUser, call: ExplorerCall) {
  const { id } = await requireRole(services, user.caller, 'realm', call.realmId, 'member')
  return services.userCalls.findMistakes(toRequest(services.config.baseUrl, call), { realmId: id })
}

/** Loads the realm and the permission of the session. A user who is no longer an admin has none. */
async function findAccess(services: ExplorerServices, { caller, sessionId }: ExplorerUser, realmId: string) {
  const { database, clock } = services
  const owned: Owned<'realm'> = await requireRole(services, caller, 'realm', realmId, 'member')
  const realm = await findRealm(database, owned.id)
  const mayHavePermission = realm.kind === 'production' && includesRole(owned.role, 'admin')
  const writesUntil = mayHavePermission ? await findPermission(database, sessionId, owned.id, clock()) : undefined
  return { owned, realm, writesUntil }
}
