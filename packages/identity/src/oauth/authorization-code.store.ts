import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import type { OAuthError } from '@bridge/faults'
import { type AuditEntry, recordAudit } from '../access/audit.store.ts'
import { type DocumentRegistration, upsertDocumentClient } from './client.store.ts'
import type { AuthenticatedClient } from './client.ts'
import { insertConnection, insertTokens, recordConnectionEvent } from './connection.store.ts'
import type { Audience } from './resource.ts'
import type { IssuedConnection, TokenRows } from './token-pair.ts'

/**
 * Stores a code, with an audit event if the consent has a user. A client with a metadata document is registered first.
 *
 * @param client its ID, or what registers it
 */
export function insertAuthorizationCode(
  database: Database,
  code: Omit<Prisma.AuthorizationCodeUncheckedCreateInput, 'clientId'> & { readonly createdAt: Date },
  client: string | DocumentRegistration,
  audited: Pick<AuditEntry, 'caller' | 'orgId'> | undefined,
) {
  return database.$transaction(async (transaction) => {
    const clientId = typeof client === 'string' ? client : await registerDocument(transaction, client, audited)
    await transaction.authorizationCode.create({ data: { ...code, clientId }, select: { codeHash: true } })
    if (!audited) return
    const { realmId, createdAt: at } = code
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

async function registerDocument(
  transaction: Prisma.TransactionClient,
  registration: DocumentRegistration,
  audited: Pick<AuditEntry, 'caller' | 'orgId'> | undefined,
): Promise<string> {
  const { id, isNew } = await upsertDocumentClient(transaction, registration)
  if (!audited || !isNew) return id
  const { document, at } = registration
  const details = { after: { name: document.name, redirectUris: [...document.redirectUris] } }
  await recordAudit(transaction, {
    ...audited,
    action: 'client.create',
    resource: 'client',
    resourceId: id,
    at,
    details,
  })
  return id
}

/** A code's stored properties, checked in the exchange. */
export interface IssuedCode {
  readonly redirectUri: string
  readonly audience: Audience
  readonly realmId: RealmId
  readonly codeChallenge: string | null
  readonly expiresAt: Date
}

export type CodeRedemption =
  | { readonly kind: 'connected'; readonly connection: IssuedConnection }
  | { readonly kind: 'denied'; readonly error: OAuthError }
  /** The code is unknown, or was used before and may have created a connection. */
  | { readonly kind: 'used'; readonly connectionId: string | undefined }

/**
 * Consumes a client's unused code. Stores a connection with its first tokens, unless `findDenial` returns an error.
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
  findDenial: (code: IssuedCode) => OAuthError | undefined,
): Promise<CodeRedemption> {
  const { codeHash, client, address, tokens, at } = redemption
  return database.$transaction(async (transaction): Promise<CodeRedemption> => {
    const code = await consumeCode(transaction, codeHash, client.id, at)
    if (!code) return { kind: 'used', connectionId: await findConnectionOfCode(transaction, codeHash, client.id) }
    const error = findDenial(code)
    if (error !== undefined) return { kind: 'denied', error }

    const { realmId, audience, scope, userId: consenterId } = code
    const created = { clientId: client.id, realmId, audience, scope, consenterId, createdAt: at }
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
    return { kind: 'connected', connection: { id: connection.id, realmId, audience, scope } }
  })
}

/** Marks a client's unused code as used, in one statement: only one concurrent caller succeeds. */
async function consumeCode(transaction: Prisma.TransactionClient, codeHash: string, clientId: string, at: Date) {
  const [code] = await transaction.authorizationCode.updateManyAndReturn({
    where: { codeHash, clientId, consumedAt: null },
    data: { consumedAt: at },
    select: {
      realmId: true,
      audience: true,
      userId: true,
      redirectUri: true,
      scope: true,
      codeChallenge: true,
      expiresAt: true,
    },
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
