import { isLiveLease } from '@bridge/data-plane/desktop/live-lease'
import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { OwnedRealmId } from '@bridge/identity/access/owned'

/** Who decides about a realm's company file, and when. */
export interface FileDecision {
  readonly realmId: OwnedRealmId
  readonly caller: Caller
  readonly at: Date
}

/** Confirms the company file, if the realm's agent still asks for this one. Returns whether it does. */
export function confirmFoundFile(
  database: Database,
  { realmId, caller, at }: FileDecision,
  companyFile: string,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const [realm] = await transaction.$queryRaw<{ readonly orgId: string }[]>`
      UPDATE realm SET "confirmedFile" = ${companyFile} FROM realm_session AS lease
      WHERE realm.id = ${realmId} AND lease."realmId" = realm.id AND ${isLiveLease}
        AND lease.condition = 'file_unconfirmed' AND lease."companyFile" = ${companyFile}
      RETURNING realm."orgId"`
    if (realm === undefined) return false
    await recordAudit(transaction, {
      orgId: realm.orgId,
      caller,
      action: 'realm.confirm-file',
      resource: 'realm',
      resourceId: realmId,
      at,
      details: { companyFile },
    })
    return true
  })
}

/** Lets the realm's agent forget its company file, and ask for another one. Does nothing in a sandbox. */
export function forgetFile(database: Database, { realmId, caller, at }: FileDecision): Promise<void> {
  return database.$transaction(async (transaction) => {
    const [realm] = await transaction.$queryRaw<{ readonly orgId: string; readonly companyFile: string | null }[]>`
      WITH chosen AS (
        UPDATE realm SET "confirmedFile" = NULL, "fileChoice" = "fileChoice" + 1
        WHERE id = ${realmId} AND kind = 'production' RETURNING id, "orgId"
      )
      SELECT chosen."orgId", lease."companyFile"
      FROM chosen LEFT JOIN realm_session AS lease ON lease."realmId" = chosen.id`
    if (realm === undefined) return
    const { orgId, companyFile } = realm
    const audited = { orgId, caller, action: 'realm.choose-file', resource: 'realm', resourceId: realmId, at } as const
    await recordAudit(transaction, { ...audited, ...(companyFile !== null && { details: { companyFile } }) })
  })
}
