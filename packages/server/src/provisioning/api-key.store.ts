import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { OwnedOrgId } from './membership.ts'

interface NewApiKey {
  readonly orgId: OwnedOrgId<'admin'>
  readonly creatorId: string
  readonly name: string
  readonly keyHash: string
  readonly createdAt: Date
}

export const insertApiKey = (database: Database, key: NewApiKey) =>
  database.$transaction(async (transaction) => {
    const row = await transaction.apiKey.create({
      data: key,
      select: { id: true, name: true, orgId: true, createdAt: true },
    })
    await recordAudit(transaction, {
      orgId: key.orgId,
      actorKind: 'user',
      actorId: key.creatorId,
      action: 'api-key.create',
      resourceKind: 'api-key',
      resourceId: row.id,
      createdAt: key.createdAt,
    })
    return row
  })
