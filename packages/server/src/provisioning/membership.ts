import { Problem } from '@bridge/faults'
import type { RealmId } from '../http/realm-id.ts'
import type { Caller } from './caller.ts'
import { findMembership, type Resource } from './membership.store.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'

/** What a member may do: an owner everything, an admin all but deleting a realm, a member read (specification, section 4). */
export type Role = 'owner' | 'admin' | 'member'

type Grants = {
  member: { member: true }
  admin: { member: true; admin: true }
  owner: { member: true; admin: true; owner: true }
}

/** The id of an organization in which the caller was found to hold at least the role `R`. */
export type OwnedOrgId<R extends Role = 'member'> = string & { readonly __org: Grants[R] }

/** The id of a realm of such an organization. */
export type OwnedRealmId<R extends Role = 'member'> = RealmId & { readonly __realm: Grants[R] }

/** The id of anything else that such an organization owns. */
export type OwnedId<Kind extends Resource, R extends Role = 'member'> = Kind extends 'org'
  ? OwnedOrgId<R>
  : Kind extends 'realm'
    ? OwnedRealmId<R>
    : string & { readonly __owned: { readonly [kind in Kind]: Grants[R] } }

/** A resource that the caller may act on, and the organization that owns it. */
export interface Owned<Kind extends Resource, R extends Role = 'member'> {
  readonly id: OwnedId<Kind, R>
  readonly orgId: OwnedOrgId<R>
  /** The caller's role in that organization. */
  readonly role: Role
}

const rank: Record<Role, number> = { member: 0, admin: 1, owner: 2 }

/** Whether one role includes another. */
export function includesRole(role: Role, atLeast: Role): boolean {
  return rank[role] >= rank[atLeast]
}

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
  dependencies: ProvisioningDependencies,
  caller: Caller,
  resource: Kind,
  id: string,
  atLeast: R,
): Promise<Owned<Kind, R>> {
  const membership = idPattern.test(id)
    ? await findMembership(dependencies.database, caller.userId, resource, id)
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
