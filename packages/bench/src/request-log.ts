import { createTestDatabase } from '@bridge/database/testing'
import { type Caller, createOrganization, createSandboxRealm, requireRole } from '@bridge/server'
import { Pool } from 'undici'
import { createAccessToken } from './agent-realms.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const rounds = 101
const warmUpRounds = 15
const callsOfRound = 40

/** Measures the cost of the request log on a data-plane call to a sandbox, which stores bodies and qbXML. */
export async function measureRequestLog(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const on = await serveBridge(db)
  const off = await serveBridge(db, {
    requestLog: { add: () => undefined, flush: async () => undefined, close: async () => undefined },
  })
  const pools = { on: new Pool(on.origin, { connections: 1 }), off: new Pool(off.origin, { connections: 1 }) }
  try {
    const dependencies = { database: db.database, clock: () => new Date() }
    const { id: userId } = await db.database.user.create({ data: { email: 'bench@example.com' } })
    const caller: Caller = { kind: 'system', userId }
    const { id } = await createOrganization(dependencies, caller, { name: 'Bench' })
    const { orgId } = await requireRole(dependencies, caller, 'org', id, 'admin')
    const realm = await createSandboxRealm(dependencies, caller, orgId)
    const headers = { authorization: `Bearer ${await createAccessToken(db.database, realm.id)}` }

    const call = async (pool: Pool, path: string): Promise<string> => {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/v3/company/${realm.id}${path}`,
        headers,
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}: ${text.slice(0, 300)}`)
      return text
    }
    const query = encodeURIComponent('select Id from Customer maxresults 1')
    const found = JSON.parse(await call(pools.off, `/query?query=${query}`))
    const path = `/customer/${found.QueryResponse.Customer[0].Id}`

    /** Runs one round of calls while the log entries of the previous round are being stored. */
    const round = async (name: 'on' | 'off'): Promise<number> => {
      const startedAt = performance.now()
      const stored = name === 'on' ? on.requestLog.flush() : undefined
      for (let each = 0; each < callsOfRound; each++) await call(pools[name], path)
      await stored
      return (performance.now() - startedAt) / callsOfRound
    }
    const times = { on: [] as number[], off: [] as number[] }
    for (let index = 0; index < warmUpRounds + rounds; index++) {
      const order = index % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
      for (const name of order) {
        const elapsed = await round(name)
        if (index >= warmUpRounds) times[name].push(elapsed)
      }
    }
    const [onMs, offMs] = [getMedian(times.on), getMedian(times.off)]
    return [
      {
        name: 'a read of one record from a sandbox with the request log on, against off',
        ratio: onMs / offMs,
        goal: { atMost: 1.05 },
        detail: `${onMs.toFixed(2)} ms against ${offMs.toFixed(2)} ms a call over HTTP, entries and bodies stored during the calls, medians of ${rounds} rounds of ${callsOfRound} calls in alternation`,
      },
    ]
  } finally {
    await Promise.all([pools.on.close(), pools.off.close()])
    await on.stop()
    await off.stop()
    await db.drop()
  }
}
