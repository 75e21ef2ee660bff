import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase } from '@bridge/database/testing'
import { Pool } from 'undici'
import type { RolePlayer } from './agent-processes.ts'
import { createAccessToken } from './agent-realms.ts'
import { createAccount } from './control-plane-account.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const pairs = 10
const callsOfRound = 800
/** The engine compiles and optimizes during the first calls. */
const warmUpCalls = 12_000
/** Longer than the interval at which the log is stored. */
const storeMs = 1_500

/**
 * Measures the cost of the request log on a data-plane call to a sandbox, which stores bodies and qbXML. One process
 * serves with the log on and off in turn: the code of two processes is compiled differently.
 */
export async function measureRequestLog(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    const { sandboxId } = await createAccount(db.database)
    const headers = { authorization: `Bearer ${await createAccessToken(db.database, sandboxId)}` }
    return await withPlayers(async (start) => {
      const server = await start({ name: 'server', databaseUrl: db.url })
      const company = `/v3/company/${sandboxId}`
      const path = `${company}/customer/${await findCustomerId(server, company, headers)}`
      /** Returns the processor time of a call in milliseconds, that of storing its log entry included. */
      const measure = async (isOn: boolean): Promise<number> => {
        await server.logRequests(isOn)
        const before = await server.cpu()
        await repeat(server, path, headers, callsOfRound)
        await wait(storeMs)
        return ((await server.cpu()) - before) / callsOfRound
      }

      await repeat(server, path, headers, warmUpCalls)
      await wait(storeMs)
      const times: { readonly on: number; readonly off: number }[] = []
      for (let pair = 0; pair < pairs; pair++) {
        if (pair % 2 === 0) {
          const on = await measure(true)
          times.push({ on, off: await measure(false) })
        } else {
          const off = await measure(false)
          times.push({ on: await measure(true), off })
        }
      }
      const ms = (name: 'on' | 'off') => getMedian(times.map((each) => each[name])).toFixed(3)
      return [
        {
          name: 'processor time of a read of one record from a sandbox with the request log on, against off',
          ratio: getMedian(times.map(({ on, off }) => on / off)),
          goal: { atMost: 1.05 },
          detail: `${ms('on')} ms against ${ms('off')} ms of the server a call, entries and bodies stored, median of ${pairs} pairs of ${callsOfRound} calls in alternation`,
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
