import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import type { AuthenticatedClient } from './client.ts'

interface TokenRow {
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A pair of tokens as it is stored. */
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

/** Adds a pair of tokens to a connection; the tokens issued before stay valid. */
export async function insertTokens(
  transaction: Prisma.TransactionClient,
  connectionId: string,
  { access, refresh }: TokenRows,
) {
  await transaction.accessToken.create({ data: { ...access, connectionId }, select: { tokenHash: true } })
  await transaction.refreshToken.create({ data: { ...refresh, connectionId }, select: { tokenHash: true } })
}

/**
 * Rotates a refresh token of the client: notes its first use and adds a new pair of tokens to its connection. Returns
 * nothing for a token that is unknown, expired, revoked, or was rotated before `rotatedAfter`; the last is recorded.
 */
export function rotateRefreshToken(
  database: Database,
  rotation: {
    readonly tokenHash: string
    readonly client: AuthenticatedClient
    readonly address: string
    readonly tokens: TokenRows
    /** A token that was rotated at this time or before is no longer accepted. */
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

/** The client's refresh token with this hash, revoked and expired ones included. */
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

/** The connection that an access or refresh token of the client belongs to. */
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

/** Ends a connection and with it every token; returns false where it had ended before. */
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

/** Writes down what happened to a connection, and from which address. */
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
