import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

export interface ChecklistRow {
  readonly sandboxReady: boolean
  readonly callMade: boolean
  readonly appRegistered: boolean
  readonly appConnected: boolean
  readonly fileConnected: boolean
}

/**
 * Finds which steps an organization has taken, in one statement. Each condition ends at the first row that meets it,
 * however many company files there are. Only a successful call is a step.
 */
export async function findChecklist(database: Database, orgId: OwnedOrgId): Promise<ChecklistRow> {
  const [row] = await database.$queryRaw<[ChecklistRow]>`
    SELECT
      EXISTS (SELECT FROM realm_listing WHERE "orgId" = ${orgId} AND "isSandbox") AS "sandboxReady",
      EXISTS (
        SELECT FROM (
          SELECT id FROM logged_request WHERE "orgId" = ${orgId} AND code IS NULL AND status < 400
          ORDER BY "createdAt" DESC LIMIT 1) AS latest)
        OR EXISTS (
          SELECT FROM realm_listing AS listing, LATERAL (
            SELECT FROM usage_day WHERE "realmId" = listing."realmId" AND requests > errors LIMIT 1) AS used
          WHERE listing."orgId" = ${orgId} AND listing."stateGroup" <> 'never_connected') AS "callMade",
      EXISTS (SELECT FROM oauth_client WHERE "orgId" = ${orgId}) AS "appRegistered",
      EXISTS (
        SELECT FROM realm_listing AS listing, LATERAL (
          SELECT FROM connection WHERE "realmId" = listing."realmId"
            AND EXISTS (SELECT FROM refresh_token WHERE "connectionId" = connection.id OFFSET 0) LIMIT 1) AS connected
        WHERE listing."orgId" = ${orgId}) AS "appConnected",
      EXISTS (SELECT FROM realm_listing WHERE "orgId" = ${orgId} AND NOT "isSandbox" AND "stateGroup" <> 'never_connected')
        AS "fileConnected"`
  return row
}
