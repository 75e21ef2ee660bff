import { createTestDatabase, type SentStatement, watchStatements } from '@bridge/database/testing'
import { Hono } from 'hono'
import { Pool } from 'pg'
import { measureLoad } from './agent-load.ts'
import { createAccount } from './control-plane-account.ts'
import type { Measurement } from './measurement.ts'
import { serve, serveBridge } from './served-app.ts'

const load = { concurrency: 1, rounds: 31, count: 150, warmUp: 2_000 }

/** Measures the realm list with an API key against a bare route running the same SQL. */
export async function measureControlPlane(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const pool = new Pool({ connectionString: db.url })
  const ours = await serveBridge(db)
  const { orgId, key } = await createAccount(db.database)
  const request = { path: `/admin/v1/realms?orgId=${orgId}`, headers: { 'x-api-key': key } }
  const { response, statements } = await recordStatements(ours.origin + request.path, request.headers)
  const bare = await serve(bareRoute(pool, statements, response).fetch)
  try {
    const target = ({ origin }: { readonly origin: string }) => ({
      origins: [origin],
      requests: [request],
      cpu: async () => 0,
    })
    const taken = await measureLoad({ ours: target(ours), bare: target(bare) }, load)
    const ms = ({ ms }: { readonly ms: number }) => `${ms.toFixed(2)} ms`
    return [
      {
        name: 'GET /admin/v1/realms with an API key, against a bare Hono route that runs the same SQL',
        ratio: taken.ours.ms / taken.bare.ms,
        goal: { atMost: 1.3 },
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

/** Records a request's SQL statements. A first request is not recorded: it stores when the key was last used. */
async function recordStatements(url: string, headers: Record<string, string>) {
  const send = async (): Promise<unknown> => (await fetch(url, { headers })).json()
  await send()
  const statements: SentStatement[] = []
  const stop = watchStatements((statement) => statements.push(statement))
  const response = await send()
  stop()
  return { response, statements }
}

/** Runs the statements in sequence and returns the same response. */
function bareRoute(pool: Pool, statements: readonly SentStatement[], response: unknown): Hono {
  return new Hono().get('/admin/v1/realms', async (context) => {
    // PostgreSQL prepares a named statement once per connection, as with frequent calls.
    for (const [index, { text, values }] of statements.entries())
      await pool.query({ name: `statement-${index}`, text, values: [...values] })
    return context.json(response as object)
  })
}
