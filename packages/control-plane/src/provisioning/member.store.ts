import type { Database, Prisma } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import { includesRole, type Owned, type OwnedOrgId, type Role } from '@bridge/identity/access/owned'
import { type ListPage, toPageArguments, toSearch } from '../operation/list-page.ts'
import { revokeGivenAccess } from './given-access.store.ts'

const columns = {
  id: true,
  userId: true,
  role: true,
  createdAt: true,
  user: { select: { email: true, name: true } },
} as const

/** Finds an organization's members in joining order. */
export function findMembers(database: Database, orgId: OwnedOrgId<'viewer'>, page: ListPage) {
  const { where, ...rest } = toPageArguments(page)
  const search = toSearch(page.search)
  return database.membership.findMany({
    where: { AND: [where], orgId, ...(search && { user: { OR: [{ email: search }, { name: search }] } }) },
    select: columns,
    ...rest,
  })
}

/**
 * The outcome of changing a membership. Only `done` changed something: `last-owner` would have left the organization
 * without an owner, and with `role-changed` the caller's role changed while the request was queued.
 */
export type MemberChange<Row = undefined> =
  | { readonly kind: 'done'; readonly row: Row }
  | { readonly kind: 'last-owner' | 'owner-only' | 'gone' | 'role-changed' }

type OwnedMember = Owned<'member', 'admin'>

export function changeRole(database: Database, { id, orgId }: OwnedMember, to: Role, caller: Caller, at: Date) {
  return database.$transaction(
    async (transaction): Promise<MemberChange<Awaited<ReturnType<typeof findMembers>>[number]>> => {
      const role = await lockMemberships(transaction, orgId, caller.userId)
      if (!role || !includesRole(role, 'admin')) return { kind: 'role-changed' }
      const member = await findMember(transaction, orgId, id)
      if (!member) return { kind: 'gone' }
      if (role !== 'owner' && (member.role === 'owner' || to === 'owner')) return { kind: 'owner-only' }
      if (member.isLastOwner && to !== 'owner') return { kind: 'last-owner' }
      const row = await transaction.membership.update({ where: { id }, data: { role: to }, select: columns })
      await revokeGivenAccess(transaction, { orgId, userId: member.userId, role: to }, at)
      await recordAudit(transaction, {
        orgId,
        caller,
        action: 'member.role',
        resource: 'member',
        resourceId: id,
        at,
        details: { userId: member.userId, before: { role: member.role }, after: { role: to } },
      })
      return { kind: 'done', row }
    },
  )
}

async function findMember(transaction: Prisma.TransactionClient, orgId: string, id: string) {
  const member = await transaction.membership.findFirst({
    where: { id, orgId },
    select: { role: true, userId: true, user: { select: { email: true } } },
  })
  const owners = await transaction.membership.count({ where: { orgId, role: 'owner' } })
  return member && { ...member, email: member.user.email, isLastOwner: member.role === 'owner' && owners === 1 }
}

/** Ends a membership, and what the member has given out. Their API keys for the organization authorize nothing. */
export function removeMember(database: Database, { id, orgId }: OwnedMember, caller: Caller, at: Date) {
  return database.$transaction(async (transaction): Promise<MemberChange> => {
    const role = await lockMemberships(transaction, orgId, caller.userId)
    if (!role || !includesRole(role, 'admin')) return { kind: 'role-changed' }
    const member = await findMember(transaction, orgId, id)
    if (!member) return { kind: 'gone' }
    if (role !== 'owner' && member.role === 'owner') return { kind: 'owner-only' }
    if (member.isLastOwner) return { kind: 'last-owner' }
    await transaction.membership.delete({ where: { id } })
    await revokeGivenAccess(transaction, { orgId, userId: member.userId, role: undefined }, at)
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'member.remove',
      resource: 'member',
      resourceId: id,
      resourceName: member.email,
      at,
      details: { userId: member.userId },
    })
    return { kind: 'done', row: undefined }
  })
}

/** Ends the caller's own membership. */
export function leaveOrganization(database: Database, orgId: OwnedOrgId<'viewer'>, caller: Caller, at: Date) {
  return database.$transaction(async (transaction): Promise<MemberChange> => {
    await lockMemberships(transaction, orgId, caller.userId)
    const where = { orgId_userId: { orgId, userId: caller.userId } }
    const { id } = (await transaction.membership.findUnique({ where, select: { id: true } })) ?? { id: '' }
    const member = await findMember(transaction, orgId, id)
    if (!member) return { kind: 'gone' }
    if (member.isLastOwner) return { kind: 'last-owner' }
    await transaction.membership.delete({ where })
    await revokeGivenAccess(transaction, { orgId, userId: caller.userId, role: undefined }, at)
    const audited = { orgId, caller, action: 'member.leave', resource: 'member', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, resourceName: member.email })
    return { kind: 'done', row: undefined }
  })
}
