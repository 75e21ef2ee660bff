import { createHash } from 'node:crypto'
import type { Database } from '@bridge/database'
import type { Tenant } from '@bridge/harness/create-tenant'

/** Tables recording what others tried. */
const records = ['audit_event', 'logged_request', 'usage_day', 'rate_window']
/** Columns that the service sets on its own, or when something is used. */
const moving = ['lastUsedAt', 'lastSeenAt', 'checkedAt', 'recentRequests']

/** Returns a hash over every row in an organization or its company files, without what moves on its own. */
export async function fingerprint(
  database: Database,
  { orgId, sandboxId, productionId }: Pick<Tenant, 'orgId' | 'sandboxId' | 'productionId'>,
): Promise<string> {
  const owners = { orgId: [orgId], realmId: [sandboxId, productionId] }
  const columns = await database.$queryRaw<{ table: string; column: keyof typeof owners }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('orgId', 'realmId') AND NOT table_name = ANY(${records})
    ORDER BY table_name, column_name`
  const hash = createHash('sha256')
  for (const { table, column } of columns) {
    const rows = await database.$queryRawUnsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM "${table}" AS t WHERE "${column}"::text = ANY($1) ORDER BY 1`,
      owners[column],
      moving,
    )
    hash.update(`${table}.${column}\n${rows.map(({ row }) => row).join('\n')}\n`)
  }
  return hash.digest('hex')
}
