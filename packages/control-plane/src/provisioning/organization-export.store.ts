import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** Finds an organization with its resources, without secrets and their hashes. */
export function findOrganizationData(database: Database, orgId: OwnedOrgId<'admin'>) {
  const times = { createdAt: true } as const
  return database.organization.findUniqueOrThrow({
    where: { id: orgId },
    select: {
      id: true,
      name: true,
      slug: true,
      plan: true,
      trialEndsAt: true,
      graceUntil: true,
      requiresSecondFactor: true,
      ...times,
      memberships: { select: { id: true, role: true, ...times, user: { select: { email: true, name: true } } } },
      invitations: {
        select: { id: true, email: true, role: true, ...times, expiresAt: true, acceptedAt: true, revokedAt: true },
      },
      realms: {
        select: {
          id: true,
          name: true,
          kind: true,
          ...times,
          settings: { select: { values: true, updatedAt: true } },
          agentTokens: { select: { id: true, label: true, ...times, lastUsedAt: true, revokedAt: true } },
          connectorCredentials: {
            select: { id: true, label: true, userName: true, ...times, lastPolledAt: true, revokedAt: true },
          },
          usage: { select: { day: true, requests: true, errors: true } },
        },
      },
      clients: {
        select: {
          id: true,
          name: true,
          redirectUris: true,
          responseFormat: true,
          ids: true,
          faultCodes: true,
          ...times,
          connections: {
            select: { id: true, realmId: true, scope: true, ...times, lastUsedAt: true, revokedAt: true },
          },
        },
      },
      apiKeys: {
        select: {
          id: true,
          name: true,
          lastFour: true,
          ...times,
          expiresAt: true,
          lastUsedAt: true,
          revokedAt: true,
          creator: { select: { email: true } },
        },
      },
    },
  })
}
