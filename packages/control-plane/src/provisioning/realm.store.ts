import type { RealmId } from '@bridge/agent-protocol'
import { createApplicationName } from '@bridge/data-plane/desktop/application-name'
import { trialRealms } from '@bridge/data-plane/entitlement/billing-state'
import type { SettingRows, SettingValues } from '@bridge/data-plane/realms/settings'
import { mergeSettings } from '@bridge/data-plane/realms/settings.store'
import type { Database, Prisma } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned, OwnedOrgId, OwnedRealmId } from '@bridge/identity/access/owned'

interface NewRealm {
  readonly id: RealmId
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly kind: 'sandbox' | 'production'
  readonly createdAt: Date
}

/** The settings of a new sandbox that differ from their defaults. */
const sandboxSettings = { mcpMode: 'write' } satisfies Partial<SettingValues>

const realmColumns = { id: true, orgId: true, name: true, kind: true, createdAt: true } as const

/**
 * Inserts the realm unless the organization has reached its limit. Locks the organization's row: concurrent calls
 * cannot exceed the limit.
 */
export async function insertRealm(
  database: Database,
  realm: NewRealm,
  { caller, trialLimited }: { readonly caller: Caller; readonly trialLimited: boolean },
) {
  return database.$transaction(async (transaction) => {
    const [org] = await transaction.$queryRaw<
      [{ plan: string; name: string }]
    >`SELECT plan::text AS plan, name FROM organization WHERE id = ${realm.orgId} FOR UPDATE`
    const count = await transaction.realm.count({ where: { orgId: realm.orgId, kind: realm.kind }, take: trialRealms })
    if (realm.kind === 'sandbox' && count > 0) return { kind: 'sandbox-exists' } as const
    const isLimited = realm.kind === 'production' && org.plan === 'trial' && trialLimited
    if (isLimited && count >= trialRealms) return { kind: 'plan-limit' } as const
    const created = await transaction.realm.create({
      data: {
        ...realm,
        applicationName: createApplicationName(org.name, realm.id),
        settings: { create: { values: realm.kind === 'sandbox' ? sandboxSettings : {} } },
      },
      select: realmColumns,
    })
    await recordAudit(transaction, {
      orgId: realm.orgId,
      caller,
      action: 'realm.create',
      resource: 'realm',
      resourceId: realm.id,
      at: realm.createdAt,
    })
    return { kind: 'created', realm: created } as const
  })
}

export function findRealmDetail(database: Database, id: OwnedRealmId<'viewer'>) {
  return database.realm.findUniqueOrThrow({
    where: { id },
    select: {
      ...realmColumns,
      settings: { select: { values: true } },
      agentTokens: {
        select: { id: true, label: true, createdAt: true, lastUsedAt: true, revokedAt: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      },
    },
  })
}

type OwnedRealm<R extends 'admin' | 'owner' = 'admin'> = Owned<'realm', R>

export function renameRealm(database: Database, { id, orgId }: OwnedRealm, name: string, caller: Caller, at: Date) {
  return database.$transaction(async (transaction) => {
    const row = await transaction.realm.update({ where: { id }, data: { name }, select: realmColumns })
    const audited = { orgId, caller, action: 'realm.rename', resource: 'realm', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, details: { name } })
    return row
  })
}

/** Changes realm settings and keeps the omitted ones. */
export function updateSettings<Rows extends SettingRows>(
  database: Database,
  { id, orgId, caller }: OwnedRealm & { readonly caller: Caller },
  { rows, change }: { readonly rows: Rows; readonly change: Prisma.InputJsonObject },
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const settings = await mergeSettings(transaction, id, change, rows)
    const audited = { orgId, caller, action: 'realm.settings', resource: 'realm', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, details: change })
    return settings
  })
}

/** Deletes the realm with its settings, tokens, codes, connections, journal and books. */
export function deleteRealm(database: Database, { id, orgId }: OwnedRealm<'owner'>, caller: Caller, at: Date) {
  return database.$transaction(async (transaction) => {
    // In the order in which the deletion of the organization locks them.
    await transaction.$queryRaw`SELECT FROM organization WHERE id = ${orgId} FOR NO KEY UPDATE`
    // Their pages say that the company file was deleted.
    await transaction.$executeRaw`
      INSERT INTO deleted_setup_link ("tokenHash", "expiresAt")
      SELECT "tokenHash", "expiresAt" FROM setup_link
      WHERE "realmId" = ${id} AND "revokedAt" IS NULL AND "expiresAt" > ${at}`
    const [deleted] = await transaction.$queryRaw<{ readonly name: string }[]>`
      DELETE FROM realm WHERE id = ${id} RETURNING name`
    if (!deleted) return
    const audited = { orgId, caller, action: 'realm.delete', resource: 'realm', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, resourceName: deleted.name })
  })
}
