import type { Database, Prisma } from '@bridge/database'

interface TokenRow {
  readonly tokenHash: string
  readonly connectionId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export function insertConnection(
  transaction: Prisma.TransactionClient,
  connection: Prisma.ConnectionUncheckedCreateInput,
) {
  return transaction.connection.create({ data: connection, select: { id: true, realmId: true } })
}

/** Stores a pair of tokens. */
export async function insertTokens(transaction: Prisma.TransactionClient, access: TokenRow, refresh: TokenRow) {
  await transaction.accessToken.create({ data: access, select: { tokenHash: true } })
  await transaction.refreshToken.create({ data: refresh, select: { tokenHash: true } })
}

/** The client's refresh token with this hash, revoked and expired ones included. */
export function findRefreshToken(transaction: Prisma.TransactionClient, tokenHash: string, clientId: string) {
  return transaction.refreshToken.findFirst({
    where: { tokenHash, connection: { clientId } },
    select: {
      expiresAt: true,
      rotatedAt: true,
      connection: { select: { id: true, realmId: true, revokedAt: true } },
    },
  })
}

/** Notes the first rotation of a refresh token; a later one changes nothing. */
export function rotateRefreshToken(transaction: Prisma.TransactionClient, tokenHash: string, now: Date) {
  return transaction.refreshToken.updateMany({ where: { tokenHash, rotatedAt: null }, data: { rotatedAt: now } })
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

/** Ends a connection and with it every token; whether it was still alive. */
export async function markConnectionRevoked(
  transaction: Prisma.TransactionClient,
  connectionId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await transaction.connection.updateMany({
    where: { id: connectionId, revokedAt: null },
    data: { revokedAt: now },
  })
  return count === 1
}

/** Writes down what happened to a connection, and from which address. */
export function recordConnectionEvent(
  transaction: Prisma.TransactionClient,
  event: {
    readonly orgId: string
    readonly clientId: string
    readonly action: string
    readonly connectionId: string
    readonly ip: string
    readonly createdAt: Date
  },
) {
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
