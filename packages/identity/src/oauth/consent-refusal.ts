import type { Database } from '@bridge/database'
import { type FoundMembership, findMembership } from '../access/membership.store.ts'
import { includesRole } from '../access/owned.ts'
import type { CheckedAuthorizeRequest, PageError, RequestingClient } from './authorize-request.ts'

/** Returns the membership of a user allowed to use the organization's clients, or why they are not. */
export async function checkMembership(
  database: Database,
  user: { readonly id: string } | undefined,
  { orgId }: Pick<RequestingClient, 'orgId'>,
): Promise<FoundMembership | PageError> {
  if (!user) return 'sign-in-required'
  const membership = await findMembership(database, user.id, 'org', orgId)
  if (!membership || !includesRole(membership.role, 'member')) return 'member-required'
  return membership.lacksSecondFactor ? 'second-factor-required' : membership
}

/** Returns whether a member may connect a client: admins may to a QuickBooks company file, all may to a sandbox. */
export function mayConnect(
  { role }: Pick<FoundMembership, 'role'>,
  { realmKind }: Pick<CheckedAuthorizeRequest, 'realmKind'>,
): boolean {
  return realmKind === 'sandbox' || includesRole(role, 'admin')
}
