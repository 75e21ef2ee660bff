import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

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
    WITH owned AS MATERIALIZED (SELECT array_agg(id) AS ids FROM realm WHERE "orgId" = ${orgId})
    SELECT
      EXISTS (SELECT FROM realm WHERE "orgId" = ${orgId} AND kind = 'sandbox') AS "sandboxReady",
      EXISTS (SELECT FROM logged_request WHERE "orgId" = ${orgId})
        OR EXISTS (SELECT FROM usage_day WHERE "realmId" = ANY ((SELECT ids FROM owned)::bpchar[])) AS "callMade",
      EXISTS (SELECT FROM oauth_client WHERE "orgId" = ${orgId}) AS "appRegistered",
      EXISTS (SELECT FROM connection WHERE "realmId" = ANY ((SELECT ids FROM owned)::bpchar[])
              AND EXISTS (SELECT FROM refresh_token WHERE "connectionId" = connection.id OFFSET 0)) AS "appConnected",
      EXISTS (SELECT FROM agent_token WHERE "realmId" = ANY ((SELECT ids FROM owned)::bpchar[])
              AND "lastUsedAt" IS NOT NULL)
        OR EXISTS (SELECT FROM connector_credential WHERE "realmId" = ANY ((SELECT ids FROM owned)::bpchar[])
                   AND "lastPolledAt" IS NOT NULL)
        OR EXISTS (SELECT FROM realm_session WHERE "realmId" = ANY ((SELECT ids FROM owned)::bpchar[]))
        AS "fileConnected"`
  return row
}
