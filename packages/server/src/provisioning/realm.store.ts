import type { Database } from '@bridge/database'
import type { RealmId } from '../http/realm-id.ts'
import { recordAudit } from './audit.store.ts'
import type { OwnedOrgId } from './membership.ts'

interface NewRealm {
  readonly id: RealmId
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly kind: 'sandbox' | 'production'
  readonly createdAt: Date
}

const realmColumns = { id: true, orgId: true, name: true, kind: true, createdAt: true } as const

/**
 * Inserts the realm unless the organization has all it may have. The organization's row is locked
 * meanwhile, so that of two calls at once only one sees the place free.
 */
export async function insertRealm(database: Database, realm: NewRealm, actorId: string | undefined) {
  return database.$transaction(async (transaction) => {
    const [org] = await transaction.$queryRaw<
      [{ plan: string }]
    >`SELECT plan::text AS plan FROM organization WHERE id = ${realm.orgId} FOR UPDATE`
    const count = await transaction.realm.count({ where: { orgId: realm.orgId, kind: realm.kind } })
    if (realm.kind === 'sandbox' && count > 0) return { kind: 'sandbox-exists' } as const
    if (realm.kind === 'production' && count > 0 && org.plan === 'trial') return { kind: 'plan-limit' } as const
    const created = await transaction.realm.create({
      data: { ...realm, settings: { create: {} } },
      select: realmColumns,
    })
    await recordAudit(transaction, {
      orgId: realm.orgId,
      actorKind: actorId === undefined ? 'system' : 'user',
      actorId,
      action: 'realm.create',
      resourceKind: 'realm',
      resourceId: realm.id,
      createdAt: realm.createdAt,
    })
    return { kind: 'created', realm: created } as const
  })
}

export const findRealms = (database: Database, orgId: OwnedOrgId) =>
  database.realm.findMany({
    where: { orgId },
    select: {
      ...realmColumns,
      session: { select: { phase: true, lastSeenAt: true } },
      connectorCredentials: { where: { revokedAt: null, lastPolledAt: { not: null } }, select: { id: true }, take: 1 },
    },
    orderBy: [{ kind: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
  })
