import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { Caller } from './caller.ts'
import type { Owned, OwnedOrgId } from './owned.ts'

interface NewClient {
  readonly id: string
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly redirectUris: string[]
  readonly secretHash: string
  readonly createdAt: Date
}

type OwnedClient = Owned<'client', 'admin'>

const clientColumns = { id: true, orgId: true, name: true, redirectUris: true, createdAt: true } as const
const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const

export function insertClient(database: Database, client: NewClient, caller: Caller) {
  return database.$transaction(async (transaction) => {
    const row = await transaction.oAuthClient.create({ data: client, select: clientColumns })
    await recordAudit(transaction, {
      orgId: client.orgId,
      caller,
      action: 'client.create',
      resource: 'client',
      resourceId: client.id,
      at: client.createdAt,
    })
    return row
  })
}

/** Finds the organization's oldest client. */
export function findFirstClient(database: Database, orgId: OwnedOrgId) {
  return database.oAuthClient.findFirst({ where: { orgId }, select: clientColumns, orderBy: [...oldestFirst] })
}

export function findClients(database: Database, orgId: OwnedOrgId) {
  return database.oAuthClient.findMany({ where: { orgId }, select: clientColumns, orderBy: [...oldestFirst] })
}

export function updateRedirectUris(
  database: Database,
  { id, orgId }: OwnedClient,
  redirectUris: string[],
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const row = await transaction.oAuthClient.update({ where: { id }, data: { redirectUris }, select: clientColumns })
    const audited = { orgId, caller, action: 'client.update', resource: 'client', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, details: { redirectUris } })
    return row
  })
}

/** Sets a new secret. The previous one stays valid until `formerUntil`. */
export function replaceSecret(
  database: Database,
  { id, orgId }: OwnedClient,
  { secretHash, formerUntil, at }: { readonly secretHash: string; readonly formerUntil: Date; readonly at: Date },
  caller: Caller,
) {
  return database.$transaction(async (transaction) => {
    const [{ secretHash: formerSecretHash }] = await transaction.$queryRaw<[{ secretHash: string }]>`
      SELECT "secretHash" FROM oauth_client WHERE id = ${id} FOR UPDATE`
    const row = await transaction.oAuthClient.update({
      where: { id },
      data: { secretHash, formerSecretHash, formerSecretUntil: formerUntil },
      select: clientColumns,
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'client.rotate-secret',
      resource: 'client',
      resourceId: id,
      at,
    })
    return row
  })
}

/** Deletes the client with its codes, connections and tokens. */
export function deleteClient(database: Database, { id, orgId }: OwnedClient, caller: Caller, at: Date) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.oAuthClient.deleteMany({ where: { id } })
    if (count === 0) return
    await recordAudit(transaction, { orgId, caller, action: 'client.delete', resource: 'client', resourceId: id, at })
  })
}
