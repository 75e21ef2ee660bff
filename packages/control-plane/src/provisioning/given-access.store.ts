import type { Prisma } from '@bridge/database'
import { includesRole, type Role } from '@bridge/identity/access/owned'

/** A kind of access given out by members, and the role they need for it. */
interface GivenAccess {
  readonly role: Role
  revoke(
    transaction: Prisma.TransactionClient,
    giver: { readonly orgId: string; readonly userId: string },
    at: Date,
  ): Promise<unknown>
}

const givenAccess: readonly GivenAccess[] = [
  {
    role: 'owner',
    revoke: (transaction, { orgId, userId: inviterId }, revokedAt) =>
      transaction.invitation.updateMany({
        where: { orgId, inviterId, role: 'owner', acceptedAt: null, revokedAt: null },
        data: { revokedAt },
      }),
  },
  {
    role: 'admin',
    revoke: (transaction, { orgId, userId: inviterId }, revokedAt) =>
      transaction.invitation.updateMany({
        where: { orgId, inviterId, acceptedAt: null, revokedAt: null },
        data: { revokedAt },
      }),
  },
  {
    role: 'admin',
    revoke: (transaction, { orgId, userId: creatorId }, revokedAt) =>
      transaction.setupLink.updateMany({
        where: { creatorId, realm: { orgId }, revokedAt: null },
        data: { revokedAt },
      }),
  },
  {
    role: 'admin',
    revoke: (transaction, { orgId, userId: issuerId }, revokedAt) =>
      transaction.pairingCode.updateMany({
        where: { issuerId, realm: { orgId }, redeemedAt: null, revokedAt: null },
        data: { revokedAt },
      }),
  },
  {
    role: 'member',
    revoke: (transaction, { orgId, userId: issuerId }, revokedAt) =>
      transaction.connection.updateMany({
        where: { issuerId, realm: { orgId }, revokedAt: null },
        data: { revokedAt },
      }),
  },
]

/**
 * Revokes what a member has given out and may no longer give out: invitations, set-up links, pairing codes and sandbox
 * tokens.
 *
 * @param role the member's new role; undefined if the membership has ended
 */
export async function revokeGivenAccess(
  transaction: Prisma.TransactionClient,
  { role, ...giver }: { readonly orgId: string; readonly userId: string; readonly role: Role | undefined },
  at: Date,
): Promise<void> {
  for (const given of givenAccess) {
    if (role === undefined || !includesRole(role, given.role)) await given.revoke(transaction, giver, at)
  }
}

/** Returns the role needed to invite someone to a role. */
export function getInvitingRole(role: Role): Role {
  return role === 'owner' ? 'owner' : 'admin'
}
