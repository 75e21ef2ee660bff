import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { OwnedOrgId } from './membership.ts'

interface NewClient {
  readonly id: string
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly redirectUris: string[]
  readonly secretHash: string
  readonly createdAt: Date
}

const clientColumns = { id: true, orgId: true, name: true, redirectUris: true, createdAt: true } as const

export const insertClient = (database: Database, client: NewClient, actorId: string | undefined) =>
  database.$transaction(async (transaction) => {
    const row = await transaction.oAuthClient.create({ data: client, select: clientColumns })
    await recordAudit(transaction, {
      orgId: client.orgId,
      actorKind: actorId === undefined ? 'system' : 'user',
      actorId,
      action: 'client.create',
      resourceKind: 'client',
      resourceId: client.id,
      createdAt: client.createdAt,
    })
    return row
  })

/** The organization's oldest client. */
export const findFirstClient = (database: Database, orgId: OwnedOrgId) =>
  database.oAuthClient.findFirst({
    where: { orgId },
    select: clientColumns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
