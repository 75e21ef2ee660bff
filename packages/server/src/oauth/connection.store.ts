import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import type { AuthenticatedClient } from './client.ts'

interface TokenRow {
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The stored hashes of an access token and a refresh token. */
export interface TokenRows {
  readonly access: TokenRow
  readonly refresh: TokenRow
}

export function insertConnection(
  transaction: Prisma.TransactionClient,
  connection: Prisma.ConnectionUncheckedCreateInput,
) {
  return transaction.connection.create({ data: connection, select: { id: true, realmId: true } })
}

/** Adds a pair of tokens to a connection. Existing tokens stay valid. */
export async function insertTokens(
  transaction: Prisma.TransactionClient,
  connectionId: string,
  { access, refresh }: TokenRows,
) {
  await transaction.accessToken.create({ data: { ...access, connectionId }, select: { tokenHash: true } })
  await transaction.refreshToken.create({ data: { ...refresh, connectionId }, select: { tokenHash: true } })
}

/**
 * Rotates a refresh token of the client: records its first use and adds a new pair of tokens to the connection. Returns
 * undefined for a token that is unknown, expired, revoked, or was already rotated at `rotatedAfter`. The last case is
 * audited.
 */
export function rotateRefreshToken(
  database: Database,
  rotation: {
    readonly tokenHash: string
    readonly client: AuthenticatedClient
    readonly address: string
    readonly tokens: TokenRows
    /** A token that was rotated at or before this time is rejected. */
    readonly rotatedAfter: Date
    readonly at: Date
  },
): Promise<{ readonly realmId: RealmId } | undefined> {
  const { tokenHash, client, address, tokens, rotatedAfter, at } = rotation
  return database.$transaction(async (transaction) => {
    const token = await findRefreshToken(transaction, tokenHash, client.id)
    if (!token || token.connection.revokedAt || token.expiresAt <= at) return undefined
    if (token.rotatedAt && token.rotatedAt <= rotatedAfter) {
      await recordConnectionEvent(transaction, {
        orgId: client.orgId,
        clientId: client.id,
        action: 'connection.refresh_token_reused',
        connectionId: token.connection.id,
        ip: address,
        createdAt: at,
      })
      return undefined
    }
    await transaction.refreshToken.updateMany({ where: { tokenHash, rotatedAt: null }, data: { rotatedAt: at } })
    await insertTokens(transaction, token.connection.id, tokens)
    return { realmId: requireRealmId(token.connection.realmId) }
  })
}

/** Finds a refresh token of the client, even if it is revoked or expired. */
function findRefreshToken(transaction: Prisma.TransactionClient, tokenHash: string, clientId: string) {
  return transaction.refreshToken.findFirst({
    where: { tokenHash, connection: { clientId } },
    select: {
      expiresAt: true,
      rotatedAt: true,
      connection: { select: { id: true, realmId: true, revokedAt: true } },
    },
  })
}

/** Finds the connection of an access or refresh token of the client. */
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

/** Revokes a connection with all of its tokens. Returns false if it was already revoked. */
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
  readonly action: string
  readonly connectionId: string
  readonly ip: string
  readonly createdAt: Date
}

/** Adds an audit event of a connection. */
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
    },
    select: { id: true },
  })
}

/** Finds when a client was first connected to a realm, if one of its connections can still be used. */
export async function findConnectedSince(
  database: Database,
  { clientId, realmId }: { readonly clientId: string; readonly realmId: RealmId },
  now: Date,
): Promise<Date | undefined> {
  const connection = await database.connection.findFirst({
    where: { clientId, realmId, revokedAt: null, refreshTokens: { some: { expiresAt: { gt: now } } } },
    select: { createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  return connection?.createdAt
}
