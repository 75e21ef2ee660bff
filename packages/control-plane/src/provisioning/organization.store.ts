import { randomInt } from 'node:crypto'
import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { isUniqueViolation } from './unique-violation.ts'

interface NewOrganization {
  readonly name: string
  readonly slug: string
  readonly owner: Caller
  readonly createdAt: Date
  readonly trialEndsAt: Date
}

const maxAttempts = 5

/** Inserts the organization with its owner. A taken slug gets a number. */
export async function insertOrganization(database: Database, organization: NewOrganization) {
  const { owner, ...columns } = organization
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? columns.slug : `${columns.slug}-${randomInt(1000, 1_000_000)}`
    try {
      return await database.$transaction(async (transaction) => {
        const row = await transaction.organization.create({
          data: {
            ...columns,
            slug,
            memberships: { create: { userId: owner.userId, role: 'owner', createdAt: columns.createdAt } },
          },
        })
        await recordAudit(transaction, {
          orgId: row.id,
          caller: owner,
          action: 'organization.create',
          resource: 'org',
          resourceId: row.id,
          at: columns.createdAt,
        })
        return row
      })
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === maxAttempts) throw error
    }
  }
}

export function findOrganizations(database: Database, userId: string) {
  return database.membership.findMany({
    where: { userId },
    select: { role: true, org: { select: { id: true, name: true, slug: true } } },
    orderBy: [{ org: { name: 'asc' } }, { org: { id: 'asc' } }],
  })
}

export function renameOrganization(
  database: Database,
  orgId: OwnedOrgId<'admin'>,
  name: string,
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const columns = { id: true, name: true, slug: true } as const
    const where = { id: orgId }
    const before = await transaction.organization.findUniqueOrThrow({ where, select: { name: true } })
    const row = await transaction.organization.update({ where, data: { name }, select: columns })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'organization.rename',
      resource: 'org',
      resourceId: orgId,
      at,
      details: { before, after: { name } },
    })
    return row
  })
}
