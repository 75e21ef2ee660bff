import type { Database } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import {
  type Caller,
  createApiKey,
  createOrganization,
  createProductionRealm,
  createSandboxRealm,
  requireRole,
} from '@bridge/server'
import { Hono } from 'hono'
import { Client, Pool } from 'pg'
import { measureLoad } from './agent-load.ts'
import type { Measurement } from './measurement.ts'
import { serve, serveBridge } from './served-app.ts'

const load = { concurrency: 1, rounds: 31, count: 150, warmUp: 2_000 }

/** Measures the list of realms with an API key against a bare route that runs the same SQL. */
export async function measureControlPlane(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const pool = new Pool({ connectionString: db.url })
  const ours = await serveBridge(db)
  const { orgId, key } = await createAccount(db.database)
  const request = { path: `/admin/v1/realms?orgId=${orgId}`, headers: { 'x-api-key': key } }
  const { response, statements } = await recordStatements(ours.origin + request.path, request.headers)
  const bare = await serve(bareRoute(pool, statements, response).fetch)
  try {
    const target = ({ origin }: { readonly origin: string }) => ({ origin, requests: [request], cpu: async () => 0 })
    const taken = await measureLoad({ ours: target(ours), bare: target(bare) }, load)
    const ms = ({ ms }: { readonly ms: number }) => `${ms.toFixed(2)} ms`
    return [
      {
        name: 'GET /admin/v1/realms with an API key, against a bare Hono route that runs the same SQL',
        ratio: taken.ours.ms / taken.bare.ms,
        goal: { atMost: 2 },
        detail: `${ms(taken.ours)} against ${ms(taken.bare)} for ${statements.length} statements, over HTTP, one at a time, medians of ${load.rounds * load.count} requests in alternation`,
      },
    ]
  } finally {
    await bare.stop()
    await ours.stop()
    await pool.end()
    await db.drop()
  }
}

async function createAccount(database: Database) {
  const dependencies = { database, clock: () => new Date() }
  const { id: userId } = await database.user.create({ data: { email: 'bench@example.com' } })
  const caller: Caller = { kind: 'system', userId }
  const { id: orgId } = await createOrganization(dependencies, caller, { name: 'Bench' })
  const owned = await requireRole(dependencies, caller, 'org', orgId, 'admin')
  await createSandboxRealm(dependencies, caller, owned.orgId)
  await createProductionRealm(dependencies, caller, owned.orgId, { name: 'Company' })
  const { key } = await createApiKey(dependencies, caller, owned.orgId, { name: 'Bench' })
  return { orgId, key }
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Records the SQL statements of a request. A first request is not recorded: it stores when the key was last used. */
async function recordStatements(url: string, headers: Record<string, string>) {
  const send = async (): Promise<unknown> => (await fetch(url, { headers })).json()
  await send()
  const statements: Statement[] = []
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [sent] = args as [Statement]
    statements.push({ text: sent.text, values: sent.values })
    return Reflect.apply(query, this, args)
  } as typeof query
  const response = await send()
  Client.prototype.query = query
  return { response, statements }
}

/** Runs the statements in sequence and returns the same response. */
function bareRoute(pool: Pool, statements: readonly Statement[], response: unknown): Hono {
  return new Hono().get('/admin/v1/realms', async (context) => {
    for (const { text, values } of statements) await pool.query(text, [...values])
    return context.json(response as object)
  })
}
