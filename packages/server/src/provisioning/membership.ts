import { Problem } from '@bridge/faults'
import type { RealmId } from '../http/realm-id.ts'
import { findMembership, findRealmMembership } from './membership.store.ts'
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

const rank: Record<Role, number> = { member: 0, admin: 1, owner: 2 }

const notFound = () =>
  new Problem('not_found', 'There is no such resource, or it belongs to an organization that you are not a member of.')

const checkRole = (role: Role, atLeast: Role) => {
  if (rank[role] >= rank[atLeast]) return
  throw new Problem(
    'forbidden',
    `This needs the role "${atLeast}" in the organization; yours is "${role}". Ask an owner to change it.`,
  )
}

/**
 * The organization as one the user may act in with at least the role `atLeast`.
 *
 * @throws Problem `not_found` where it is absent or the user is no member (the same answer), `forbidden` where the role is too low.
 */
export async function ownOrg<R extends Role>(
  dependencies: ProvisioningDependencies,
  userId: string,
  orgId: string,
  atLeast: R,
): Promise<OwnedOrgId<R>> {
  const membership = await findMembership(dependencies.database, userId, orgId)
  if (!membership) throw notFound()
  checkRole(membership.role, atLeast)
  return orgId as OwnedOrgId<R>
}

/**
 * The realm as one of an organization in which the user holds at least the role `atLeast`.
 *
 * @throws Problem as {@link ownOrg}.
 */
export async function ownRealm<R extends Role>(
  dependencies: ProvisioningDependencies,
  userId: string,
  realmId: string,
  atLeast: R,
): Promise<{ readonly id: OwnedRealmId<R>; readonly orgId: OwnedOrgId<R> }> {
  const membership = await findRealmMembership(dependencies.database, userId, realmId)
  if (!membership) throw notFound()
  checkRole(membership.role, atLeast)
  return { id: realmId as OwnedRealmId<R>, orgId: membership.orgId as OwnedOrgId<R> }
}
