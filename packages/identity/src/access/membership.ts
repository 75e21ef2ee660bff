import { Problem } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { type AuditEntry, recordRepeatedAudit } from './audit.store.ts'
import type { Caller } from './caller.ts'
import { findMembership } from './membership.store.ts'
import { includesRole, type Owned, type OwnedId, type OwnedOrgId, type Resource, type Role } from './owned.ts'

/** The caller's role changed while the request was queued. */
export function roleChanged() {
  return new Problem('forbidden', 'Your role in the organization has just changed. Ask an owner.')
}

/** Every ID's form. PostgreSQL rejects some characters, such as NUL, in a query. */
const idPattern = /^[\w-]{1,64}$/

interface RequiredRole<Kind extends Resource, R extends Role> {
  readonly resource: Kind
  readonly id: string
  readonly role: R
  /** The operation, as the audit log names it. */
  readonly attempt?: string
  /** Whether a session may lack the second factor required by the organization. */
  readonly needsNoSecondFactor?: boolean | undefined
}

/**
 * Returns the resource, with proof that the caller has at least the required role in its organization. An insufficient
 * role is audited if the attempt has a name.
 *
 * @throws Problem `not_found` for a resource missing or in another organization, `second_factor_required` for a session
 *   lacking what the organization requires, `forbidden` if the caller's role does not suffice
 */
export async function requireRole<Kind extends Resource, R extends Role>(
  services: Pick<Dependencies, 'database' | 'clock'>,
  caller: Caller,
  { resource, id, role: atLeast, attempt, needsNoSecondFactor }: RequiredRole<Kind, R>,
): Promise<Owned<Kind, R>> {
  const membership = idPattern.test(id)
    ? await findMembership(services.database, caller.userId, resource, id)
    : undefined
  if (!membership || (caller.kind === 'api-key' && caller.orgId !== membership.orgId)) throw notFound()
  if (!needsNoSecondFactor && caller.kind === 'session' && membership.lacksSecondFactor)
    throw new Problem('second_factor_required')
  const { orgId, role } = membership
  if (attempt !== undefined && !includesRole(role, atLeast))
    await recordDenial(services, caller, { orgId, resource, id, details: { operation: attempt, role, needs: atLeast } })
  requireAtLeast(role, atLeast)
  return { id: id as OwnedId<Kind, R>, orgId: orgId as OwnedOrgId<R>, role }
}

/** @throws Problem `forbidden` */
function requireAtLeast(role: Role, atLeast: Role) {
  if (includesRole(role, atLeast)) return
  throw new Problem(
    'forbidden',
    `This requires the role "${atLeast}" in the organization, and yours is "${role}". Ask an owner to change it.`,
  )
}

interface Denied {
  readonly orgId: string
  readonly resource: AuditEntry['resource']
  readonly id: string
  /** The attempt, and the role or factor it needs. */
  readonly details: { readonly operation: string; readonly role?: Role; readonly needs: string }
}

/** Records what a caller was denied, once in 10 minutes. */
export function recordDenial(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  caller: Caller,
  { id: resourceId, ...denied }: Denied,
): Promise<void> {
  return recordRepeatedAudit(database, { ...denied, caller, action: 'access.deny', resourceId, at: clock() })
}

function notFound() {
  return new Problem(
    'not_found',
    'The resource does not exist, or belongs to an organization that you are not a member of.',
  )
}
