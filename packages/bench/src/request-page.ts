import { createTestDatabase } from '@bridge/database/testing'
import { type Caller, createApiKey, createOrganization, createSandboxRealm, requireRole } from '@bridge/server'
import { measureLoad } from './agent-load.ts'
import type { Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const few = 1_000
const many = 1_000_000
const load = { concurrency: 1, rounds: 31, count: 20, warmUp: 200 }

/** Measures the first page of an organization's million requests against one with a thousand. */
export async function measureRequestPage(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const served = await serveBridge(db)
  const dependencies = { database: db.database, clock: () => new Date() }

  /** Creates an organization with logged requests and returns the request for their first page. */
  const fill = async (name: string, count: number) => {
    const { id: userId } = await db.database.user.create({ data: { email: `${name}@example.com` } })
    const caller: Caller = { kind: 'system', userId }
    const { id } = await createOrganization(dependencies, caller, { name })
    const { orgId } = await requireRole(dependencies, caller, { resource: 'org', id, role: 'admin' })
    const realm = await createSandboxRealm(dependencies, caller, orgId)
    const { key } = await createApiKey(dependencies, caller, orgId, { name: 'Bench' })
    await db.database.$executeRaw`
      INSERT INTO logged_request (id, "traceId", "realmId", "orgId", "createdAt", method, path, operation, entity,
        status, "totalMs")
      SELECT gen_random_uuid(), 'trace', ${realm.id}, ${orgId}, now() - number * interval '1 second', 'GET',
        '/v3/company/customer/1', 'read', 'Customer', 200, 12.5
      FROM generate_series(1, ${count}::int) AS number`
    return { path: `/admin/v1/requests?orgId=${orgId}&limit=100`, headers: { 'x-api-key': key } }
  }
  try {
    const targets = { few: await fill('few', few), many: await fill('many', many) }
    await db.database.$executeRaw`ANALYZE logged_request`
    const target = (request: (typeof targets)['few']) => ({
      origins: [served.origin],
      requests: [request],
      cpu: async () => 0,
    })
    const taken = await measureLoad({ ours: target(targets.many), bare: target(targets.few) }, load)
    return [
      {
        name: `the first page of ${many.toLocaleString('en')} requests, against that of ${few.toLocaleString('en')}`,
        ratio: taken.ours.ms / taken.bare.ms,
        goal: { atMost: 1.5 },
        detail: `${taken.ours.ms.toFixed(2)} ms against ${taken.bare.ms.toFixed(2)} ms over HTTP, 100 requests a page, medians of ${load.rounds * load.count} requests in alternation`,
      },
    ]
  } finally {
    await served.stop()
    await db.drop()
  }
}
