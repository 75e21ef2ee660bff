import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { Pool } from 'undici'
import { customerId } from './agent-customer.ts'
import type { RolePlayer } from './agent-processes.ts'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { createAccount } from './control-plane-account.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const pairs = 10
/** A pair alternates often, because a machine's speed changes within seconds. */
const turnsOfPair = 8
const callsOfTurn = 300
/** The engine compiles and optimizes during the first calls. */
const warmUpCalls = 12_000

interface LoggedCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

interface ProcessorTimes {
  readonly on: number
  readonly off: number
}

/**
 * Measures a server's processor time with its request log on and off in turn: two processes' code is compiled
 * differently.
 */
export async function measureRequestLog(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return [await measureCompanyFile(db), await measureSandbox(db)]
  } finally {
    await db.drop()
  }
}

/** A company file keeps no bodies unless its owner wants them. */
function measureCompanyFile({ database, url: databaseUrl }: TestDatabase): Promise<Measurement> {
  return withPlayers(async (start) => {
    const [realm] = await createRealms(database, 1)
    if (realm === undefined) throw new Error('No realm was created.')
    const gateway = await start({ name: 'gateway', databaseUrl })
    await start({ name: 'agent', url: gateway.url, tokens: [realm.agentToken] })
    const times = await measurePairs(await start({ name: 'server', databaseUrl }), {
      path: `/v3/company/${realm.realmId}/customer/${customerId}`,
      headers: { authorization: `Bearer ${await createAccessToken(database, realm.realmId)}` },
    })
    return {
      name: 'processor time of the server for a read through gateway and agent with the request log on, against off',
      ratio: getMedian(times.map(({ on, off }) => on / off)),
      goal: { atMost: 1.05 },
      detail: describe(times, 'entries'),
    }
  })
}

/** A sandbox keeps bodies and qbXML: about 5 KB for a read. */
function measureSandbox({ database, url: databaseUrl }: TestDatabase): Promise<Measurement> {
  return withPlayers(async (start) => {
    const { sandboxId } = await createAccount(database)
    const headers = { authorization: `Bearer ${await createAccessToken(database, sandboxId)}` }
    const server = await start({ name: 'server', databaseUrl })
    const company = `/v3/company/${sandboxId}`
    const id = await findCustomerId(server, company, headers)
    const times = await measurePairs(server, { path: `${company}/customer/${id}`, headers })
    return {
      name: 'the same for a read of a sandbox, whose bodies and qbXML are stored',
      ratio: getMedian(times.map(({ on, off }) => on / off)),
      goal: {},
      detail: describe(times, 'entries and bodies'),
    }
  })
}

/** Returns a call's processor times in milliseconds, including storing its entry. */
async function measurePairs(server: RolePlayer, call: LoggedCall): Promise<readonly ProcessorTimes[]> {
  const measure = async (isOn: boolean): Promise<number> => {
    await server.logRequests(isOn)
    const before = await server.cpu()
    await repeat(server, call, callsOfTurn)
    await server.flushRequests()
    return (await server.cpu()) - before
  }
  await repeat(server, call, warmUpCalls)
  const times: ProcessorTimes[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const sums = { on: 0, off: 0 }
    for (let turn = 0; turn < turnsOfPair; turn++) {
      const order = turn % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
      for (const name of order) sums[name] += await measure(name === 'on')
    }
    const calls = turnsOfPair * callsOfTurn
    times.push({ on: sums.on / calls, off: sums.off / calls })
  }
  return times
}

function describe(times: readonly ProcessorTimes[], stored: string): string {
  const ms = (name: 'on' | 'off') => getMedian(times.map((each) => each[name])).toFixed(3)
  return `${ms('on')} ms against ${ms('off')} ms a call, ${stored} stored, median of ${pairs} pairs of ${turnsOfPair * callsOfTurn} calls in alternation`
}

async function findCustomerId(server: RolePlayer, company: string, headers: Record<string, string>): Promise<string> {
  const query = encodeURIComponent('select Id from Customer maxresults 1')
  const response = await fetch(`${server.url}${company}/query?query=${query}`, { headers })
  return ((await response.json()) as { QueryResponse: { Customer: [{ Id: string }] } }).QueryResponse.Customer[0].Id
}

/** Sends a request several times, one at a time. */
async function repeat({ url }: RolePlayer, { path, headers }: LoggedCall, calls: number): Promise<void> {
  const pool = new Pool(url, { connections: 1 })
  for (let each = 0; each < calls; each++) {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}: ${text.slice(0, 300)}`)
  }
  await pool.close()
}
