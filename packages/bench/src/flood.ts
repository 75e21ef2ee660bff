import { createTestDatabase } from '@bridge/database/testing'
import { Pool } from 'undici'
import { customerId } from './agent-customer.ts'
import { createAccessToken, createRealms } from './agent-realms.ts'
import type { Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const reads = { warmUp: 1_000, count: 2_000, concurrency: 4 }

/** Measures reads of one realm while the agent of another floods their gateway with statuses, against the same idle. */
export async function measureFlood(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return await withPlayers(async (start) => {
      const { database, url: databaseUrl } = db
      const [neighbor, attacker] = await createRealms(database, 2)
      if (neighbor === undefined || attacker === undefined) throw new Error('There are no realms.')
      const gateway = await start({ name: 'gateway', databaseUrl })
      await start({ name: 'agent', url: gateway.url, tokens: [neighbor.agentToken] })
      const server = await start({ name: 'server', databaseUrl })
      const pool = new Pool(server.url, { connections: reads.concurrency, pipelining: 1 })
      const path = `/v3/company/${neighbor.realmId}/customer/${customerId}`
      const token = await createAccessToken(database, neighbor.realmId)

      await readAll(pool, path, token, reads.warmUp)
      const idle = await readAll(pool, path, token, reads.count)
      const before = await gateway.memory()
      const flooder = await start({ name: 'flooder', url: gateway.url, tokens: [attacker.agentToken] })
      const flooded = await readAll(pool, path, token, reads.count)
      await flooder.stop()
      const after = await gateway.memory()
      await pool.close()

      const name = 'a read while the agent of another realm floods the gateway'
      const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`
      return [
        {
          name: `${name}: 99th percentile`,
          ratio: flooded.p99 / idle.p99,
          goal: { atMost: 10 },
          detail: `${flooded.p99.toFixed(1)} ms against ${idle.p99.toFixed(1)} ms idle, ${reads.count} reads each`,
        },
        {
          name: `${name}: failed reads`,
          ratio: flooded.failed,
          goal: { atMost: 0 },
          detail: `${flooded.failed} of ${reads.count}; idle ${idle.failed}`,
        },
        {
          name: `${name}: resident memory of the gateway`,
          ratio: after.rss / before.rss,
          goal: { atMost: 2 },
          detail: `${mebibytes(after.rss)} after the flood against ${mebibytes(before.rss)} before it`,
        },
      ]
    })
  } finally {
    await db.drop()
  }
}

/** Sends `count` reads, a few at a time. Returns the 99th percentile of their latencies in milliseconds, and failures. */
async function readAll(pool: Pool, path: string, token: string, count: number) {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const times: number[] = []
  let failed = 0
  let left = count
  const call = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.text()
      times.push(performance.now() - startedAt)
      if (statusCode !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: reads.concurrency }, call))
  times.sort((left, right) => left - right)
  return { p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN, failed }
}
