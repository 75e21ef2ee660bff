import { Problem } from '@bridge/faults'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'
import { findMembership } from './membership.store.ts'
import { includesRole, type Owned, type OwnedId, type OwnedOrgId, type Resource, type Role } from './owned.ts'

/** @throws Problem `forbidden` */
export function requireAtLeast(role: Role, atLeast: Role) {
  if (includesRole(role, atLeast)) return
  throw new Problem(
    'forbidden',
    `This needs the role "${atLeast}" in the organization; yours is "${role}". Ask an owner to change it.`,
  )
}

/** For whom had another role when they asked than when it was their turn. */
export function roleChanged() {
  return new Problem('forbidden', 'Your own role in the organization was changed meanwhile. Ask an owner.')
}

/** What every id is made of; there are characters that PostgreSQL refuses to look for. */
const idPattern = /^[\w-]{1,64}$/

/**
 * The resource as one that the caller may act on with at least the role `atLeast` in its organization.
 *
 * @throws Problem `not_found` where it is absent, or not the caller's (the same answer), `forbidden` where the role is too low.
 */
export async function requireRole<Kind extends Resource, R extends Role>(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  resource: Kind,
  id: string,
  atLeast: R,
): Promise<Owned<Kind, R>> {
  const membership = idPattern.test(id)
    ? await findMembership(services.database, caller.userId, resource, id)
    : undefined
  if (!membership || (caller.kind === 'api-key' && caller.orgId !== membership.orgId)) throw notFound()
  requireAtLeast(membership.role, atLeast)
  return { id: id as OwnedId<Kind, R>, orgId: membership.orgId as OwnedOrgId<R>, role: membership.role }
}

function notFound() {
  return new Problem(
    'not_found',
    'There is no such resource, or it belongs to an organization that you are not a member of.',
  )
}
