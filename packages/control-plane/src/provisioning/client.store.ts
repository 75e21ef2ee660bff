import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { ClientSettings } from '@bridge/identity/access/client-settings'
import type { Owned, OwnedOrgId } from '@bridge/identity/access/owned'
import { type ListPage, toPageArguments, toSearch } from '../operation/list-page.ts'

interface NewClient extends ClientSettings {
  readonly id: string
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly redirectUris: string[]
  readonly secretHash: string
  readonly createdAt: Date
}

type OwnedClient = Owned<'client', 'admin'>

const clientColumns = {
  id: true,
  orgId: true,
  name: true,
  redirectUris: true,
  responseFormat: true,
  ids: true,
  faultCodes: true,
  version: true,
  formerSecretUntil: true,
  metadataUrl: true,
  createdAt: true,
} as const
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
      details: { after: toEditable(client) },
    })
    return row
  })
}

type EditableClient = ClientSettings & Pick<NewClient, 'name' | 'redirectUris'>

function toEditable({ name, redirectUris, responseFormat, ids, faultCodes }: EditableClient): EditableClient {
  return { name, redirectUris, responseFormat, ids, faultCodes }
}

/** Finds the organization's oldest client. */
export function findFirstClient(database: Database, orgId: OwnedOrgId) {
  return database.oAuthClient.findFirst({ where: { orgId }, select: clientColumns, orderBy: [...oldestFirst] })
}

export function findClients(database: Database, orgId: OwnedOrgId, page: ListPage) {
  const { where, ...rest } = toPageArguments(page)
  const name = toSearch(page.search)
  return database.oAuthClient.findMany({
    where: { AND: [where], orgId, ...(name && { OR: [{ name }, { id: page.search ?? '' }] }) },
    select: clientColumns,
    ...rest,
  })
}

/** How much a client is used. */
export interface ClientUse {
  readonly clientId: string
  /** Company files the client has a valid token for. */
  readonly companyFiles: number
  readonly lastUsedAt: Date | null
}

/** How many valid connections of a client are counted. */
export const maxCountedConnections = 1_000

/** Counts the company files reached by clients, each up to a maximum, and finds when each client was used last. */
export function findClientUse(database: Database, clientIds: readonly string[], now: Date) {
  return database.$queryRaw<ClientUse[]>`
    SELECT client.id AS "clientId", client."lastUsedAt", (
      SELECT count(DISTINCT "realmId")::int FROM (
        SELECT "realmId" FROM connection
        WHERE connection."clientId" = client.id AND connection."revokedAt" IS NULL AND (
          EXISTS (SELECT FROM refresh_token AS token WHERE token."connectionId" = connection.id AND token."expiresAt" > ${now})
          OR EXISTS (SELECT FROM access_token AS token WHERE token."connectionId" = connection.id AND token."expiresAt" > ${now}))
        LIMIT ${maxCountedConnections}
      ) AS valid
    ) AS "companyFiles"
    FROM oauth_client AS client WHERE client.id = ANY (${[...clientIds]}::text[])`
}

export function findOwnedClient(database: Database, { id }: Owned<'client'>) {
  return database.oAuthClient.findUniqueOrThrow({ where: { id }, select: clientColumns })
}

type ClientChange = { readonly [Name in keyof EditableClient]?: EditableClient[Name] | undefined } & {
  /** The version seen by the caller; undefined to change any. */
  readonly version?: number | undefined
}

/** Changes the given fields, unless the caller has seen an older version. Returns the client as it is now. */
export function updateClient(
  database: Database,
  { id, orgId }: OwnedClient,
  { version, ...change }: ClientChange,
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM oauth_client WHERE id = ${id} FOR UPDATE`
    const current = await transaction.oAuthClient.findUniqueOrThrow({ where: { id }, select: clientColumns })
    if (version !== undefined && version !== current.version) return { kind: 'conflict', row: current } as const
    const before = toEditable(current)
    const after = {
      name: change.name ?? before.name,
      redirectUris: change.redirectUris ?? before.redirectUris,
      responseFormat: change.responseFormat ?? before.responseFormat,
      ids: change.ids ?? before.ids,
      faultCodes: change.faultCodes ?? before.faultCodes,
    }
    const row = await transaction.oAuthClient.update({
      where: { id },
      data: { ...after, version: { increment: 1 } },
      select: clientColumns,
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'client.update',
      resource: 'client',
      resourceId: id,
      at,
      details: { before, after },
    })
    return { kind: 'done', row } as const
  })
}

/** Sets a new secret, unless the client has none. The previous one stays valid until `formerUntil`. */
export function replaceSecret(
  database: Database,
  { id, orgId }: OwnedClient,
  { secretHash, formerUntil, at }: { readonly secretHash: string; readonly formerUntil: Date; readonly at: Date },
  caller: Caller,
) {
  return database.$transaction(async (transaction) => {
    const [{ secretHash: formerSecretHash }] = await transaction.$queryRaw<[{ secretHash: string | null }]>`
      SELECT "secretHash" FROM oauth_client WHERE id = ${id} FOR UPDATE`
    if (formerSecretHash === null) return undefined
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
      details: { formerSecretUntil: formerUntil.toISOString() },
    })
    return row
  })
}

/** Deletes the client with its codes, connections and tokens. */
export function deleteClient(database: Database, { id, orgId }: OwnedClient, caller: Caller, at: Date) {
  return database.$transaction(async (transaction) => {
    const [deleted] = await transaction.$queryRaw<{ readonly name: string }[]>`
      DELETE FROM oauth_client WHERE id = ${id} RETURNING name`
    if (!deleted) return
    const audited = { orgId, caller, action: 'client.delete', resource: 'client', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, details: { before: { name: deleted.name } } })
  })
}
