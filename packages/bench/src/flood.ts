import { createTestDatabase } from '@bridge/database/testing'
import { Pool } from 'undici'
import { customerId } from './agent-customer.ts'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const rounds = 5
/** The count is a round's, idle and flooded. */
const reads = { warmUp: 1_000, count: 1_000, concurrency: 4 }

/** Measures one realm's reads while another's agent floods their gateway with statuses, in rounds beginning idle. */
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
      const before = { gateway: await gateway.memory(), server: await server.memory() }
      const idle: Reads[] = []
      const flooded: Reads[] = []
      for (let round = 0; round < rounds; round++) {
        idle.push(await readAll(pool, path, token, reads.count))
        const flooder = await start({ name: 'flooder', url: gateway.url, tokens: [attacker.agentToken] })
        flooded.push(await readAll(pool, path, token, reads.count))
        await flooder.stop()
      }
      const after = { gateway: await gateway.memory(), server: await server.memory() }
      await pool.close()
      const getP99 = (each: readonly Reads[]) => getMedian(each.map(({ p99 }) => p99))
      const countFailed = (each: readonly Reads[]) => each.reduce((sum, { failed }) => sum + failed, 0)

      const name = 'a read while the agent of another realm floods the gateway'
      const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`
      return [
        {
          name: `${name}: 99th percentile`,
          ratio: getMedian(flooded.map(({ p99 }, round) => p99 / (idle[round]?.p99 ?? Number.NaN))),
          goal: { atMost: 2 },
          detail: `${getP99(flooded).toFixed(1)} ms against ${getP99(idle).toFixed(1)} ms idle, medians of ${rounds} rounds of ${reads.count} reads each`,
        },
        {
          name: `${name}: failed reads`,
          ratio: countFailed(flooded),
          goal: { atMost: 0 },
          detail: `${countFailed(flooded)} of ${rounds * reads.count}; idle ${countFailed(idle)}`,
        },
        ...(['gateway', 'server'] as const).map((part) => ({
          name: `${name}: resident memory of the ${part}`,
          ratio: after[part].rss / before[part].rss,
          goal: { atMost: 2 },
          detail: `${mebibytes(after[part].rss)} after the floods against ${mebibytes(before[part].rss)} before them`,
        })),
      ]
    })
  } finally {
    await db.drop()
  }
}

interface Reads {
  readonly p99: number
  readonly failed: number
}

/** Sends `count` reads, a few at a time. Returns their latencies' 99th percentile in milliseconds, and failures. */
async function readAll(pool: Pool, path: string, token: string, count: number): Promise<Reads> {
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
