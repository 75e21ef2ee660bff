import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { Caller } from './caller.ts'
import type { Owned, OwnedOrgId, Role } from './membership.ts'

interface NewInvitation {
  readonly orgId: OwnedOrgId<'admin'>
  readonly email: string
  readonly role: Role
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = { id: true, orgId: true, email: true, role: true, createdAt: true, expiresAt: true } as const

/** Inserts the invitation in place of an open one for the same address; nothing where that person is a member already. */
export const insertInvitation = (database: Database, invitation: NewInvitation, caller: Caller) =>
  database.$transaction(async (transaction) => {
    const { orgId, email, createdAt } = invitation
    const [org] = await transaction.$queryRaw<[{ name: string }]>`
      SELECT name FROM organization WHERE id = ${orgId} FOR UPDATE`
    const member = await transaction.membership.findFirst({
      where: { orgId, user: { email: { equals: email, mode: 'insensitive' } } },
      select: { id: true },
    })
    if (member) return undefined
    await transaction.invitation.updateMany({
      where: { orgId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: createdAt },
    })
    const row = await transaction.invitation.create({ data: invitation, select: columns })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'invitation.create',
      resource: 'invitation',
      resourceId: row.id,
      at: createdAt,
      details: { email, role: invitation.role },
    })
    return { row, orgName: org.name }
  })

/** Invitations that can still be accepted. */
export const findOpenInvitations = (database: Database, orgId: OwnedOrgId, now: Date) =>
  database.invitation.findMany({
    where: { orgId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    select: columns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

export const revokeInvitation = (
  database: Database,
  { id, orgId }: Owned<'invitation', 'admin'>,
  caller: Caller,
  at: Date,
) =>
  database.$transaction(async (transaction) => {
    const { count } = await transaction.invitation.updateMany({
      where: { id, acceptedAt: null, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count === 0) return
    const audited = { orgId, caller, action: 'invitation.revoke', resource: 'invitation', resourceId: id, at } as const
    await recordAudit(transaction, audited)
  })

/** What came of accepting: `wrong-person` where the invitation is for another address than the caller's. */
export type Acceptance =
  | {
      readonly kind: 'accepted'
      readonly org: { readonly id: string; readonly name: string; readonly slug: string }
      readonly role: Role
    }
  | { readonly kind: 'unknown' | 'used' | 'over' }
  | { readonly kind: 'wrong-person'; readonly email: string }

/** Uses the invitation up and makes the caller a member, both or neither. */
export const acceptInvitation = (database: Database, tokenHash: string, caller: Caller, at: Date) =>
  database.$transaction(async (transaction): Promise<Acceptance> => {
    await transaction.$queryRaw`SELECT id FROM invitation WHERE "tokenHash" = ${tokenHash} FOR UPDATE`
    const invitation = await transaction.invitation.findUnique({
      where: { tokenHash },
      include: { org: { select: { id: true, name: true, slug: true } } },
    })
    if (!invitation) return { kind: 'unknown' }
    const { id, orgId, org, role, email } = invitation
    if (invitation.acceptedAt) return { kind: 'used' }
    if (invitation.revokedAt || invitation.expiresAt <= at) return { kind: 'over' }
    const user = await transaction.user.findUniqueOrThrow({ where: { id: caller.userId }, select: { email: true } })
    if (user.email.toLowerCase() !== email.toLowerCase()) return { kind: 'wrong-person', email }
    await transaction.invitation.update({ where: { id }, data: { acceptedAt: at } })
    await transaction.membership.upsert({
      where: { orgId_userId: { orgId, userId: caller.userId } },
      create: { orgId, userId: caller.userId, role, createdAt: at },
      update: {},
    })
    const audited = { orgId, caller, action: 'invitation.accept', resource: 'invitation', resourceId: id, at } as const
    await recordAudit(transaction, audited)
    return { kind: 'accepted', org, role }
  })
