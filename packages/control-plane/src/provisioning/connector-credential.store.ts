import { requireRealmId } from '@bridge/agent-protocol'
import { type Database, toOwnerId } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned } from '@bridge/identity/access/owned'

interface NewConnectorCredential {
  readonly label: string
  readonly userName: string
  readonly passwordHash: string
  /** The GUIDs of its `.qwc` file. */
  readonly ownerId: string
  readonly fileId: string
  readonly createdAt: Date
}

const columns = {
  id: true,
  label: true,
  userName: true,
  createdAt: true,
  lastPolledAt: true,
  revokedAt: true,
  problem: true,
  sharedAt: true,
  machine: true,
  formerMachine: true,
} as const

/** Inserts the credential, unless the realm is a sandbox. */
export function insertConnectorCredential(
  database: Database,
  { id: realmId, orgId }: Owned<'realm', 'admin'>,
  credential: NewConnectorCredential,
  caller: Caller,
) {
  return database.$transaction(async (transaction) => {
    const [realm] = await transaction.$queryRaw<[{ kind: string }]>`
      SELECT kind::text AS kind FROM realm WHERE id = ${realmId} FOR UPDATE`
    if (realm.kind === 'sandbox') return undefined
    const row = await transaction.connectorCredential.create({
      data: { ...credential, realmId },
      select: columns,
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'connector.create',
      resource: 'connector',
      resourceId: row.id,
      at: credential.createdAt,
    })
    return row
  })
}

/** Finds the realm's credentials, including revoked ones, oldest first. */
export function findConnectorCredentials(database: Database, realmId: Owned<'realm', 'viewer'>['id']) {
  return database.connectorCredential.findMany({
    where: { realmId },
    select: columns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Finds the contents of a credential's Web Connector file, unless it is revoked. */
export async function findConnectorFile(database: Database, id: string) {
  const row = await database.connectorCredential.findFirst({
    where: { id, revokedAt: null },
    select: {
      realmId: true,
      userName: true,
      ownerId: true,
      fileId: true,
      realm: { select: { name: true, applicationName: true } },
    },
  })
  if (row === null) return undefined
  const realmId = requireRealmId(row.realmId)
  return { ...row, realmId, ownerId: row.ownerId ?? toOwnerId(realmId) }
}

/**
 * Replaces the credential's password, unless it is revoked, and ends the run opened with the previous one: its gateway
 * finds another epoch. Returns nothing for a revoked credential.
 */
export function replaceConnectorPassword(
  database: Database,
  { id, orgId }: Owned<'connector', 'admin'>,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: Date },
  caller: Caller,
) {
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.connectorCredential.updateManyAndReturn({
      where: { id, revokedAt: null },
      data: { passwordHash, sharedAt: null, formerMachine: null },
      select: { ...columns, realmId: true },
    })
    if (row === undefined) return undefined
    await transaction.connectorSession.updateMany({
      where: { realmId: row.realmId, credentialId: id },
      data: { epoch: { increment: 1 }, ticketHash: null, runOpenedAt: null, lastSeenAt: new Date(0) },
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'connector.rotate-password',
      resource: 'connector',
      resourceId: id,
      at,
    })
    return row
  })
}

/** Revokes the credential, once. */
export function revokeConnectorCredential(
  database: Database,
  { id, orgId }: Owned<'connector', 'admin'>,
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.connectorCredential.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count === 0) return
    const audited = { orgId, caller, action: 'connector.revoke', resource: 'connector', resourceId: id, at } as const
    await recordAudit(transaction, audited)
  })
}
