import type { Database } from '@bridge/database'

/** What decides whether an organization may call the data plane; nothing for one that does not exist. */
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
