import type { Database } from '@bridge/database'
import { findMembership } from '../operation/membership.store.ts'
import { includesRole } from '../operation/owned.ts'
import type { CheckedAuthorizeRequest, PageError } from './authorize-request.ts'

/**
 * Returns why a user may not connect a client, if they may not: a company file of QuickBooks takes an admin of the
 * organization, a sandbox a member.
 */
export async function findRefusal(
  database: Database,
  user: { readonly id: string } | undefined,
  { orgId, realmKind }: CheckedAuthorizeRequest,
): Promise<PageError | undefined> {
  if (!user) return 'sign-in-required'
  const membership = await findMembership(database, user.id, 'org', orgId)
  if (!membership) return 'member-required'
  if (membership.lacksSecondFactor) return 'second-factor-required'
  return realmKind === 'sandbox' || includesRole(membership.role, 'admin') ? undefined : 'admin-required'
}
