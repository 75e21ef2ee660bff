import { type Database, Prisma } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

const times = { createdAt: true } as const

/** Finds an organization with its people and keys, without secrets and their hashes. */
export function findOrganizationData(database: Database, orgId: OwnedOrgId<'admin'>) {
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

/** A page of a list by ID, after the previous page's last one. */
interface Page {
  readonly after: string | undefined
  readonly limit: number
}

function selectPage(orgId: OwnedOrgId<'admin'>, { after, limit }: Page) {
  const where = { orgId, ...(after !== undefined && { id: { gt: after } }) }
  return { where, orderBy: { id: 'asc' }, take: limit } as const
}

/** Finds an organization's realms with their settings, tokens, credentials and usage. */
export function findExportedRealms(database: Database, orgId: OwnedOrgId<'admin'>, page: Page) {
  return database.realm.findMany({
    ...selectPage(orgId, page),
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
  })
}

/** Finds an organization's clients with their connections and webhooks. */
export function findExportedClients(database: Database, orgId: OwnedOrgId<'admin'>, page: Page) {
  return database.oAuthClient.findMany({
    ...selectPage(orgId, page),
    select: {
      id: true,
      name: true,
      redirectUris: true,
      responseFormat: true,
      ids: true,
      faultCodes: true,
      ...times,
      connections: { select: { id: true, realmId: true, scope: true, ...times, lastUsedAt: true, revokedAt: true } },
      webhook: {
        select: {
          url: true,
          format: true,
          events: true,
          sandboxFailure: true,
          ...times,
          nextTokenAt: true,
          failingSince: true,
          pausedAt: true,
          missedSince: true,
        },
      },
    },
  })
}

/** Finds the webhooks of an organization. */
export function findExportedWebhooks(database: Database, orgId: OwnedOrgId<'admin'>, { after, limit }: Page) {
  return database.webhook.findMany({
    where: { client: { orgId }, ...(after !== undefined && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  })
}

/** A request to a webhook. */
export interface ExportedDelivery {
  readonly id: string
  readonly createdAt: Date
}

/** Finds what was sent to a webhook, the oldest first, after the last delivery of the previous page. */
export function findExportedDeliveries(
  database: Database,
  webhookId: string,
  { after, limit }: { readonly after: ExportedDelivery | undefined; readonly limit: number },
): Promise<ExportedDelivery[]> {
  const isLater =
    after === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(sent."createdAt", sent.id) >
    (${after.createdAt}, ${after.id}::uuid)`
  return database.$queryRaw<ExportedDelivery[]>`
    SELECT sent.id, webhook."clientId", sent."realmId", "messageId", reason, attempt, sent.events, body,
      sent."createdAt", ms, status, "responseBody", failure
    FROM webhook_delivery AS sent JOIN webhook ON webhook.id = sent."webhookId"
    WHERE sent."webhookId" = ${webhookId} AND ${isLater} ORDER BY sent."createdAt", sent.id LIMIT ${limit}`
}
