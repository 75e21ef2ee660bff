import { randomInt } from 'node:crypto'
import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import { isUniqueViolation } from './unique-violation.ts'

interface NewOrganization {
  readonly name: string
  readonly slug: string
  readonly ownerId: string
  readonly createdAt: Date
  readonly trialEndsAt: Date
}

const attemptsMax = 5

/** Inserts the organization with its owner; a slug that is taken gets a number behind it. */
export async function insertOrganization(database: Database, organization: NewOrganization) {
  const { ownerId, ...columns } = organization
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? columns.slug : `${columns.slug}-${randomInt(1000, 1_000_000)}`
    try {
      return await database.$transaction(async (transaction) => {
        const row = await transaction.organization.create({
          data: {
            ...columns,
            slug,
            memberships: { create: { userId: ownerId, role: 'owner', createdAt: columns.createdAt } },
          },
        })
        await recordAudit(transaction, {
          orgId: row.id,
          actorKind: 'user',
          actorId: ownerId,
          action: 'organization.create',
          resourceKind: 'organization',
          resourceId: row.id,
          createdAt: columns.createdAt,
        })
        return row
      })
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attemptsMax) throw error
    }
  }
}

export const findOrganizations = (database: Database, userId: string) =>
  database.membership.findMany({
    where: { userId },
    select: { role: true, org: { select: { id: true, name: true, slug: true } } },
    orderBy: [{ org: { name: 'asc' } }, { org: { id: 'asc' } }],
  })
