import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import { type AuditEntry, recordAudit } from '../access/audit.store.ts'
import type { AuthenticatedClient } from './client.ts'
import { insertConnection, insertTokens, recordConnectionEvent } from './connection.store.ts'
import type { TokenRows } from './token-pair.ts'

/** Stores a code, with an audit event if the consent has a user. */
export function insertAuthorizationCode(
  database: Database,
  code: Prisma.AuthorizationCodeUncheckedCreateInput & { readonly createdAt: Date },
  audited: Pick<AuditEntry, 'caller' | 'orgId'> | undefined,
) {
  return database.$transaction(async (transaction) => {
    await transaction.authorizationCode.create({ data: code, select: { codeHash: true } })
    if (!audited) return
    const { clientId, realmId, createdAt: at } = code
    await recordAudit(transaction, {
      ...audited,
      action: 'connection.consent',
      resource: 'client',
      resourceId: clientId,
      at,
      details: { realmId },
    })
  })
}

/** A code's stored properties, checked in the exchange. */
export interface IssuedCode {
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAt: Date
}

export type CodeRedemption =
  | { readonly kind: 'connected'; readonly realmId: RealmId; readonly connectionId: string }
  | { readonly kind: 'denied'; readonly reason: string }
  /** The code is unknown, or was used before and may have created a connection. */
  | { readonly kind: 'used'; readonly connectionId: string | undefined }

/**
 * Consumes a client's unused code. Stores a connection with its first tokens, unless `denialReason` returns a reason.
 */
export function redeemAuthorizationCode(
  database: Database,
  redemption: {
    readonly codeHash: string
    readonly client: AuthenticatedClient
    readonly address: string
    readonly tokens: TokenRows
    readonly at: Date
  },
  denialReason: (code: IssuedCode) => string | undefined,
): Promise<CodeRedemption> {
  const { codeHash, client, address, tokens, at } = redemption
  return database.$transaction(async (transaction): Promise<CodeRedemption> => {
    const code = await consumeCode(transaction, codeHash, client.id, at)
    if (!code) return { kind: 'used', connectionId: await findConnectionOfCode(transaction, codeHash, client.id) }
    const reason = denialReason(code)
    if (reason !== undefined) return { kind: 'denied', reason }

    const { realmId, scope, userId: consenterId } = code
    const created = { clientId: client.id, realmId, scope, consenterId, createdAt: at }
    const connection = await insertConnection(transaction, created)
    await transaction.authorizationCode.update({
      where: { codeHash },
      data: { connectionId: connection.id },
      select: { codeHash: true },
    })
    await recordConnectionEvent(transaction, {
      orgId: client.orgId,
      clientId: client.id,
      action: 'connection.create',
      connectionId: connection.id,
      ip: address,
      createdAt: at,
      details: { realmId, consenterId },
    })
    await insertTokens(transaction, connection.id, tokens)
    return { kind: 'connected', realmId, connectionId: connection.id }
  })
}

/** Marks a client's unused code as used, in one statement: only one concurrent caller succeeds. */
async function consumeCode(transaction: Prisma.TransactionClient, codeHash: string, clientId: string, at: Date) {
  const [code] = await transaction.authorizationCode.updateManyAndReturn({
    where: { codeHash, clientId, consumedAt: null },
    data: { consumedAt: at },
    select: { realmId: true, userId: true, redirectUri: true, scope: true, codeChallenge: true, expiresAt: true },
  })
  return code && { ...code, realmId: requireRealmId(code.realmId) }
}

async function findConnectionOfCode(transaction: Prisma.TransactionClient, codeHash: string, clientId: string) {
  const code = await transaction.authorizationCode.findFirst({
    where: { codeHash, clientId },
    select: { connectionId: true },
  })
  return code?.connectionId ?? undefined
}
