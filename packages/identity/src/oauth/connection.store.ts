import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import { OAuthError } from '@bridge/faults'
import type { AuditAction } from '@bridge/platform/audit-action'
import type { AuthenticatedClient } from './client.ts'
import type { Audience } from './resource.ts'
import type { IssuedConnection, TokenPair, TokenRows } from './token-pair.ts'

export function insertConnection(
  transaction: Prisma.TransactionClient,
  connection: Prisma.ConnectionUncheckedCreateInput,
) {
  return transaction.connection.create({ data: connection, select: { id: true, realmId: true } })
}

/** Adds a token pair to a connection. Existing tokens stay valid. */
export async function insertTokens(
  transaction: Prisma.TransactionClient,
  connectionId: string,
  { access, refresh }: TokenRows,
) {
  await transaction.accessToken.create({ data: { ...access, connectionId }, select: { tokenHash: true } })
  await transaction.refreshToken.create({ data: { ...refresh, connectionId }, select: { tokenHash: true } })
}

export type Rotation =
  | { readonly kind: 'rotated'; readonly connection: IssuedConnection; readonly tokens: TokenPair }
  /** The token is unknown, expired or revoked. */
  | { readonly kind: 'denied'; readonly error?: OAuthError }
  /** The token was replaced before `rotatedAfter`: the client or a thief has an old copy. */
  | { readonly kind: 'reused'; readonly connectionId: string }

/**
 * Rotates a client's refresh token: records its first use and adds a new token pair to the connection.
 *
 * @param mint mints the pair for a connection; returns undefined if the connection has ended, or an error
 */
export function rotateRefreshToken(
  database: Database,
  rotation: {
    readonly tokenHash: string
    readonly client: AuthenticatedClient
    /** A token rotated at or before this time is a reuse. */
    readonly rotatedAfter: Date
    readonly at: Date
  },
  mint: (connection: IssuedConnection & { readonly createdAt: Date }) => TokenPair | OAuthError | undefined,
): Promise<Rotation> {
  const { tokenHash, client, rotatedAfter, at } = rotation
  return database.$transaction(async (transaction): Promise<Rotation> => {
    const token = await findRefreshToken(transaction, tokenHash, client.id)
    if (!token || token.connection.revokedAt || token.expiresAt <= at) return { kind: 'denied' }
    const connection = { ...token.connection, realmId: requireRealmId(token.connection.realmId) }
    const { id } = connection
    if (token.rotatedAt && token.rotatedAt <= rotatedAfter) return { kind: 'reused', connectionId: id }
    const tokens = mint(connection)
    if (!tokens) return { kind: 'denied' }
    if (tokens instanceof OAuthError) return { kind: 'denied', error: tokens }
    await transaction.refreshToken.updateMany({ where: { tokenHash, rotatedAt: null }, data: { rotatedAt: at } })
    await insertTokens(transaction, id, tokens.rows)
    return { kind: 'rotated', connection, tokens }
  })
}

/** Finds a client's refresh token, even if revoked or expired. */
function findRefreshToken(transaction: Prisma.TransactionClient, tokenHash: string, clientId: string) {
  return transaction.refreshToken.findFirst({
    where: { tokenHash, connection: { clientId } },
    select: {
      expiresAt: true,
      rotatedAt: true,
      connection: {
        select: { id: true, realmId: true, audience: true, scope: true, createdAt: true, revokedAt: true },
      },
    },
  })
}

/** Finds the connection behind a client's access or refresh token. */
export async function findConnectionOfToken(
  database: Database,
  tokenHash: string,
  clientId: string,
): Promise<string | undefined> {
  const where = { tokenHash, connection: { clientId } }
  const row =
    (await database.refreshToken.findFirst({ where, select: { connectionId: true } })) ??
    (await database.accessToken.findFirst({ where, select: { connectionId: true } }))
  return row?.connectionId
}

/** Revokes a connection and all its tokens. Returns false if it was already revoked. */
export function endConnection(database: Database, event: ConnectionEvent): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.connection.updateMany({
      where: { id: event.connectionId, revokedAt: null },
      data: { revokedAt: event.createdAt },
    })
    if (count === 0) return false
    await recordConnectionEvent(transaction, event)
    return true
  })
}

interface ConnectionEvent {
  readonly orgId: string
  readonly clientId: string
  readonly action: AuditAction
  readonly connectionId: string
  readonly ip: string
  readonly createdAt: Date
  readonly details?: Prisma.InputJsonObject
}

/** Adds an audit event about a connection. */
export function recordConnectionEvent(transaction: Prisma.TransactionClient, event: ConnectionEvent) {
  return transaction.auditEvent.create({
    data: {
      orgId: event.orgId,
      actorKind: 'client',
      actorId: event.clientId,
      action: event.action,
      resourceKind: 'connection',
      resourceId: event.connectionId,
      ip: event.ip,
      createdAt: event.createdAt,
      ...(event.details && { details: event.details }),
    },
    select: { id: true },
  })
}

/** Finds when a client was first connected to a realm, if one of its connections is still usable. */
export async function findConnectedSince(
  database: Database,
  { clientId, document, orgId, realmId, audience }: ConnectedClient,
  now: Date,
): Promise<Date | undefined> {
  const client = document ? { orgId, metadataUrl: document.url } : { id: clientId }
  const connection = await database.connection.findFirst({
    where: { client, realmId, audience, revokedAt: null, refreshTokens: { some: { expiresAt: { gt: now } } } },
    select: { createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  return connection?.createdAt
}

interface ConnectedClient {
  readonly clientId: string
  readonly document?: { readonly url: string }
  readonly orgId: string
  readonly realmId: RealmId
  readonly audience: Audience
}
