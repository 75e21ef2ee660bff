import type { Database, Prisma } from '@bridge/database'

/** Stores a code by its hash. */
export function insertAuthorizationCode(database: Database, code: Prisma.AuthorizationCodeUncheckedCreateInput) {
  return database.authorizationCode.create({ data: code, select: { codeHash: true } })
}

/** Marks an unused code of the client as used, in one statement, so that one of several callers gets it. */
export async function consumeAuthorizationCode(
  transaction: Prisma.TransactionClient,
  codeHash: string,
  clientId: string,
  now: Date,
) {
  const [code] = await transaction.authorizationCode.updateManyAndReturn({
    where: { codeHash, clientId, consumedAt: null },
    data: { consumedAt: now },
    select: { codeHash: true, realmId: true, redirectUri: true, scope: true, codeChallenge: true, expiresAt: true },
  })
  return code
}

export function nameConnectionOfCode(transaction: Prisma.TransactionClient, codeHash: string, connectionId: string) {
  return transaction.authorizationCode.update({
    where: { codeHash },
    data: { connectionId },
    select: { codeHash: true },
  })
}

/** The connection that a used code of the client made, if it made one. */
export async function findConnectionOfCode(transaction: Prisma.TransactionClient, codeHash: string, clientId: string) {
  return (
    (await transaction.authorizationCode.findFirst({ where: { codeHash, clientId }, select: { connectionId: true } }))
      ?.connectionId ?? undefined
  )
}
