import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase } from '@bridge/database/testing'
import { Pool } from 'undici'
import type { RolePlayer } from './agent-processes.ts'
import { createAccessToken } from './agent-realms.ts'
import { createAccount } from './control-plane-account.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const pairs = 10
const callsOfRound = 400
const warmUpCalls = 4_000
/** Longer than the interval at which the log is stored. */
const storeMs = 1_500

/** Measures the cost of the request log on a data-plane call to a sandbox, which stores bodies and qbXML. */
export async function measureRequestLog(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    const { sandboxId } = await createAccount(db.database)
    const headers = { authorization: `Bearer ${await createAccessToken(db.database, sandboxId)}` }
    return await withPlayers(async (start) => {
      const servers = {
        on: await start({ name: 'server', databaseUrl: db.url }),
        off: await start({ name: 'server', databaseUrl: db.url, logsRequests: false }),
      }
      const company = `/v3/company/${sandboxId}`
      const path = `${company}/customer/${await findCustomerId(servers.off, company, headers)}`
      /** Returns the processor time of a call in milliseconds, that of storing its log entry included. */
      const measure = async (server: RolePlayer, calls: number): Promise<number> => {
        const before = await server.cpu()
        await repeat(server, path, headers, calls)
        await wait(storeMs)
        return ((await server.cpu()) - before) / calls
      }

      const times = { on: [] as number[], off: [] as number[] }
      for (const server of Object.values(servers)) await measure(server, warmUpCalls)
      for (let pair = 0; pair < pairs; pair++) {
        for (const name of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const))
          times[name].push(await measure(servers[name], callsOfRound))
      }
      const [onMs, offMs] = [getMedian(times.on), getMedian(times.off)]
      return [
        {
          name: 'processor time of a read of one record from a sandbox with the request log on, against off',
          ratio: onMs / offMs,
          goal: { atMost: 1.05 },
          detail: `${onMs.toFixed(3)} ms against ${offMs.toFixed(3)} ms of the server a call, entries and bodies stored, medians of ${pairs} pairs of ${callsOfRound} calls in alternation`,
        },
      ]
    })
  } finally {
    await db.drop()
  }
}

async function findCustomerId(server: RolePlayer, company: string, headers: Record<string, string>): Promise<string> {
  const query = encodeURIComponent('select Id from Customer maxresults 1')
  const response = await fetch(`${server.url}${company}/query?query=${query}`, { headers })
  return ((await response.json()) as { QueryResponse: { Customer: [{ Id: string }] } }).QueryResponse.Customer[0].Id
}

/** Sends a request several times, one at a time. */
async function repeat({ url }: RolePlayer, path: string, headers: Record<string, string>, calls: number) {
  const pool = new Pool(url, { connections: 1 })
  for (let each = 0; each < calls; each++) {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}: ${text.slice(0, 300)}`)
  }
  await pool.close()
}
