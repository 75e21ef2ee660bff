import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '../operation/owned.ts'

/** The facts of the checklist. */
export interface ChecklistRow {
  readonly sandboxReady: boolean
  readonly callMade: boolean
  readonly appRegistered: boolean
  readonly appConnected: boolean
  readonly fileConnected: boolean
}

/** Finds which steps an organization has taken, in one statement. */
export async function findChecklist(database: Database, orgId: OwnedOrgId): Promise<ChecklistRow> {
  const [row] = await database.$queryRaw<[ChecklistRow]>`
    SELECT
      EXISTS (SELECT FROM realm WHERE "orgId" = ${orgId} AND kind = 'sandbox') AS "sandboxReady",
      EXISTS (SELECT FROM logged_request WHERE "orgId" = ${orgId})
        OR EXISTS (SELECT FROM usage_day JOIN realm ON realm.id = usage_day."realmId" WHERE realm."orgId" = ${orgId})
        AS "callMade",
      EXISTS (SELECT FROM oauth_client WHERE "orgId" = ${orgId}) AS "appRegistered",
      EXISTS (SELECT FROM refresh_token JOIN connection ON connection.id = refresh_token."connectionId"
              JOIN realm ON realm.id = connection."realmId" WHERE realm."orgId" = ${orgId}) AS "appConnected",
      EXISTS (SELECT FROM agent_token JOIN realm ON realm.id = agent_token."realmId"
              WHERE realm."orgId" = ${orgId} AND agent_token."lastUsedAt" IS NOT NULL)
        OR EXISTS (SELECT FROM connector_credential AS credential JOIN realm ON realm.id = credential."realmId"
                   WHERE realm."orgId" = ${orgId} AND credential."lastPolledAt" IS NOT NULL)
        OR EXISTS (SELECT FROM realm_session AS session JOIN realm ON realm.id = session."realmId"
                   WHERE realm."orgId" = ${orgId}) AS "fileConnected"`
  return row
}
