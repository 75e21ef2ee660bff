import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import { includesRole, type Owned, type OwnedOrgId, type Role } from '@bridge/identity/access/owned'
import { type ListPage, toPageArguments, toSearch } from '../operation/list-page.ts'
import { getInvitingRole } from './given-access.store.ts'

interface NewInvitation {
  readonly orgId: OwnedOrgId<'admin'>
  readonly email: string
  readonly role: Role
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const inviterColumns = { email: true, name: true } as const

const columns = { id: true, orgId: true, email: true, role: true, createdAt: true, expiresAt: true } as const

/**
 * Inserts the invitation and revokes an open one for the same address, unless the user is a member already or the
 * caller may no longer grant the role.
 */
export function insertInvitation(database: Database, invitation: NewInvitation, caller: Caller) {
  return database.$transaction(async (transaction) => {
    const { orgId, email, createdAt } = invitation
    const callerRole = await lockMemberships(transaction, orgId, caller.userId)
    if (!callerRole || !includesRole(callerRole, getInvitingRole(invitation.role))) {
      return { kind: 'role-changed' } as const
    }
    const member = await transaction.membership.findFirst({
      where: { orgId, user: { email: { equals: email, mode: 'insensitive' } } },
      select: { id: true },
    })
    if (member) return { kind: 'member' } as const
    await transaction.invitation.updateMany({
      where: { orgId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: createdAt },
    })
    const { org, inviter, ...row } = await transaction.invitation.create({
      data: { ...invitation, inviterId: caller.userId },
      select: { ...columns, org: { select: { name: true } }, inviter: { select: inviterColumns } },
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'invitation.create',
      resource: 'invitation',
      resourceId: row.id,
      at: createdAt,
      details: { email, role: invitation.role },
    })
    return { kind: 'done', row, orgName: org.name, inviter } as const
  })
}

/** Finds acceptable invitations. */
export function findOpenInvitations(database: Database, orgId: OwnedOrgId<'viewer'>, page: ListPage, now: Date) {
  const { where, ...rest } = toPageArguments(page)
  const email = toSearch(page.search)
  return database.invitation.findMany({
    where: { AND: [where], orgId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now }, ...(email && { email }) },
    select: columns,
    ...rest,
  })
}

export function revokeInvitation(
  database: Database,
  { id, orgId }: Owned<'invitation', 'admin'>,
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.invitation.updateMany({
      where: { id, acceptedAt: null, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count === 0) return
    const audited = { orgId, caller, action: 'invitation.revoke', resource: 'invitation', resourceId: id, at } as const
    await recordAudit(transaction, audited)
  })
}

/** An invitation's state for a user; `wrong-person` if it is for another email address. */
export type InvitationState =
  | {
      readonly kind: 'open'
      readonly id: string
      readonly org: { readonly id: string; readonly name: string; readonly slug: string }
      readonly role: Role
    }
  | { readonly kind: 'unknown' | 'used' | 'revoked' | 'expired' }
  | { readonly kind: 'wrong-person'; readonly email: string }

/** What an invitation link shows before signing in. */
export interface InvitationPreview {
  readonly orgName: string
  readonly role: Role
  /** The inviting user's name or email address; undefined once they are deleted. */
  readonly inviter: string | undefined
}

/** Finds an invitation acceptable at this time. */
export async function findInvitationPreview(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<InvitationPreview | undefined> {
  const invitation = await database.invitation.findFirst({
    where: { tokenHash, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    select: { role: true, org: { select: { name: true } }, inviter: { select: inviterColumns } },
  })
  if (!invitation) return undefined
  const { org, role, inviter } = invitation
  return { orgName: org.name, role, inviter: inviter?.name || inviter?.email }
}

/** Returns whether an email address has an acceptable invitation. */
export async function hasOpenInvitation(database: Database, email: string, now: Date): Promise<boolean> {
  const where = { email, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } }
  return (await database.invitation.count({ where, take: 1 })) > 0
}

/** Returns whether the user with this address belongs to an organization. */
export async function hasMembership(database: Database, email: string): Promise<boolean> {
  return (await database.membership.count({ where: { user: { email } }, take: 1 })) > 0
}

/** Finds an invitation's state for a user. */
export async function findInvitationState(
  database: Pick<Database, 'invitation' | 'user' | 'membership'>,
  tokenHash: string,
  userId: string,
  at: Date,
): Promise<InvitationState> {
  const invitation = await database.invitation.findUnique({
    where: { tokenHash },
    include: { org: { select: { id: true, name: true, slug: true } } },
  })
  if (!invitation) return { kind: 'unknown' }
  const { id, org, role, email } = invitation
  if (invitation.acceptedAt) return { kind: 'used' }
  if (invitation.revokedAt) return { kind: 'revoked' }
  if (invitation.expiresAt <= at) return { kind: 'expired' }
  if (!(await mayInvite(database, invitation))) return { kind: 'revoked' }
  const user = await database.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  return user.email.toLowerCase() === email.toLowerCase()
    ? { kind: 'open', id, org, role }
    : { kind: 'wrong-person', email }
}

/** Returns whether the inviting user's role still allows it. */
async function mayInvite(
  database: Pick<Database, 'membership'>,
  { orgId, inviterId, role }: { readonly orgId: string; readonly inviterId: string | null; readonly role: Role },
): Promise<boolean> {
  if (inviterId === null) return false
  const where = { orgId_userId: { orgId, userId: inviterId } }
  const membership = await database.membership.findUnique({ where, select: { role: true } })
  return membership !== null && includesRole(membership.role, getInvitingRole(role))
}

/**
 * Accepts an open invitation and makes the caller a member, in one transaction. An existing member keeps their role.
 * Returns the invitation's previous state.
 */
export function acceptInvitation(database: Database, tokenHash: string, caller: Caller, at: Date) {
  return database.$transaction(async (transaction): Promise<InvitationState> => {
    const { userId } = caller
    await transaction.$queryRaw`SELECT id FROM invitation WHERE "tokenHash" = ${tokenHash} FOR UPDATE`
    const state = await findInvitationState(transaction, tokenHash, userId, at)
    if (state.kind !== 'open') return state
    const { id, org } = state
    const orgId = org.id
    await transaction.invitation.update({ where: { id }, data: { acceptedAt: at } })
    const { role } = await transaction.membership.upsert({
      where: { orgId_userId: { orgId, userId } },
      create: { orgId, userId, role: state.role, createdAt: at },
      update: {},
      select: { role: true },
    })
    const audited = { orgId, caller, action: 'invitation.accept', resource: 'invitation', resourceId: id, at } as const
    await recordAudit(transaction, audited)
    return { ...state, role }
  })
}
