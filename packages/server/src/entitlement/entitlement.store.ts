import type { Database } from '@bridge/database'

/** Finds the plan of an organization and how much of it is used. */
export async function findPlan(database: Database, orgId: string) {
  const organization = await database.organization.findUnique({
    where: { id: orgId },
    select: {
      plan: true,
      trialEndsAt: true,
      graceUntil: true,
      _count: { select: { realms: { where: { kind: 'production' } } } },
    },
  })
  if (!organization) return undefined
  const { _count, ...plan } = organization
  return { ...plan, productionRealms: _count.realms }
}

export type OrganizationPlan = NonNullable<Awaited<ReturnType<typeof findPlan>>>
