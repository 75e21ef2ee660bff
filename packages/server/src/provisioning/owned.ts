import type { RealmId } from '@bridge/agent-protocol'

/** What an operation can be about; each belongs to exactly one organization. */
export type Resource = 'org' | 'realm' | 'client' | 'agent-token' | 'api-key' | 'invitation' | 'member' | 'connector'

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
