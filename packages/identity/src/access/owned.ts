import type { RealmId } from '@bridge/agent-protocol'

/** The resource kinds operations act on. Each resource belongs to one organization. */
export type Resource =
  | 'org'
  | 'realm'
  | 'client'
  | 'connection'
  | 'agent-token'
  | 'setup-link'
  | 'pairing-code'
  | 'api-key'
  | 'invitation'
  | 'member'
  | 'connector'
  | 'request'

/**
 * A member's rights: an owner may do everything, an admin all but delete a realm, a member only read, and a viewer reads
 * connections, members and billing, but no records and no requests.
 */
export type Role = 'owner' | 'admin' | 'member' | 'viewer'

type Grants = {
  viewer: { viewer: true }
  member: { viewer: true; member: true }
  admin: { viewer: true; member: true; admin: true }
  owner: { viewer: true; member: true; admin: true; owner: true }
}

/** An organization's ID, with proof that the caller has at least the role `R`. */
export type OwnedOrgId<R extends Role = 'member'> = string & { readonly __org: Grants[R] }

/** An organization's realm ID, with the same proof. */
export type OwnedRealmId<R extends Role = 'member'> = RealmId & { readonly __realm: Grants[R] }

/** Any resource ID, with the same proof. */
export type OwnedId<Kind extends Resource, R extends Role = 'member'> = Kind extends 'org'
  ? OwnedOrgId<R>
  : Kind extends 'realm'
    ? OwnedRealmId<R>
    : string & { readonly __owned: { readonly [kind in Kind]: Grants[R] } }

/** A resource the caller may act on, and its organization. */
export interface Owned<Kind extends Resource, R extends Role = 'member'> {
  readonly id: OwnedId<Kind, R>
  readonly orgId: OwnedOrgId<R>
  /** The caller's role there. */
  readonly role: Role
}

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }

/** Returns whether a role includes another's rights. */
export function includesRole(role: Role, atLeast: Role): boolean {
  return rank[role] >= rank[atLeast]
}
