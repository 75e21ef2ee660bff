import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import type { ClientDocument } from './client-document.ts'

/** Finds a client that was registered under this ID, with its redirect URIs, secrets and names. */
export function findClient(database: Database, clientId: string) {
  return database.oAuthClient.findUnique({
    where: { id: clientId, metadataUrl: null },
    select: {
      id: true,
      orgId: true,
      name: true,
      redirectUris: true,
      secretHash: true,
      formerSecretHash: true,
      formerSecretUntil: true,
      org: { select: { name: true, slug: true } },
    },
  })
}

/** Finds the organization of a realm, if the user is one of its members. */
export async function findRealmOrganization(database: Database, realmId: RealmId, userId: string) {
  const realm = await database.realm.findFirst({
    where: { id: realmId, org: { memberships: { some: { userId } } } },
    select: { org: { select: { id: true, name: true, slug: true } } },
  })
  return realm?.org
}

/**
 * Finds the client with a metadata document that a code or token was issued to: many organizations may have registered
 * the document.
 */
export async function findDocumentClient(database: Database, metadataUrl: string, secretHash: string) {
  const where = { client: { metadataUrl } }
  const select = { client: { select: { id: true, orgId: true } } }
  const issued =
    (await database.authorizationCode.findFirst({ where: { ...where, codeHash: secretHash }, select })) ??
    (await database.connection.findFirst({
      where: {
        ...where,
        OR: [
          { refreshTokens: { some: { tokenHash: secretHash } } },
          { accessTokens: { some: { tokenHash: secretHash } } },
        ],
      },
      select,
    }))
  return issued?.client
}

/** Registers a client with a metadata document in an organization, or updates it. Returns whether it is new. */
export async function upsertDocumentClient(
  transaction: Prisma.TransactionClient,
  { id, orgId, document, at }: DocumentRegistration,
) {
  const [client] = await transaction.$queryRaw<[{ readonly id: string }]>`
    INSERT INTO oauth_client (id, "orgId", name, "redirectUris", "metadataUrl", "createdAt")
    VALUES (${id}, ${orgId}, ${document.name}, ${[...document.redirectUris]}::text[], ${document.url}, ${at})
    ON CONFLICT ("orgId", "metadataUrl") DO UPDATE SET name = excluded.name, "redirectUris" = excluded."redirectUris"
    RETURNING id`
  return { id: client.id, isNew: client.id === id }
}

export interface DocumentRegistration {
  /** The ID of a new client. */
  readonly id: string
  readonly orgId: string
  readonly document: ClientDocument
  readonly at: Date
}

/** Finds a realm in the organization. */
export async function findOrganizationRealm(database: Database, orgId: string, realmId: RealmId) {
  const realm = await database.realm.findFirst({ where: { id: realmId, orgId }, select: { name: true, kind: true } })
  return realm && { ...realm, id: realmId }
}

/** The realms of an organization that a user may connect. */
export interface ConnectableRealms {
  readonly orgId: string
  readonly kinds: readonly ('sandbox' | 'production')[]
}

/** Finds organizations' realms by name. A search is part of the name, without case, or the ID. */
export async function findConnectableRealms(
  database: Database,
  connectable: readonly ConnectableRealms[],
  { search, maxRealms }: RealmSearch,
) {
  const matches = [{ name: { contains: escapePattern(search), mode: 'insensitive' } }, { id: search }] as const
  const realms = await database.realm.findMany({
    where: {
      OR: connectable.map(({ orgId, kinds }) => ({ orgId, kind: { in: [...kinds] } })),
      ...(search !== '' && { AND: { OR: [...matches] } }),
    },
    select: { id: true, name: true, kind: true, org: { select: { name: true } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: maxRealms,
  })
  return realms.map(({ org, ...realm }) => ({ ...realm, id: requireRealmId(realm.id), orgName: org.name }))
}

interface RealmSearch {
  /** Empty for all. */
  readonly search: string
  readonly maxRealms: number
}

/** Prisma passes `%` and `_` on to LIKE, as any text. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
