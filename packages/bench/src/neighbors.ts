import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { programEnvironment } from '@bridge/dev/programs'
import { type Caller, createApiKey, createOrganization, createSandboxRealm, requireRole } from '@bridge/server'
import { Pool } from 'undici'
import { createAccessToken } from './agent-realms.ts'
import { getPercentile, type Measurement } from './measurement.ts'
import type { ServerState } from './neighbor-server.ts'
import { runWhenIdle } from './run-when-idle.ts'
import { startSandboxHost } from './sandbox-host.ts'
import { openCompanyFiles } from './served-app.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const serverProgram = fileURLToPath(new URL('neighbor-server.ts', import.meta.url))
const loadProgram = fileURLToPath(new URL('neighbor-load.ts', import.meta.url))
const customers = 4_500
const addedAtOnce = 500
const notes = 'x'.repeat(3_000)
const warmUpRequests = 60
const rounds = 5
/** In a round, idle and loaded. */
const requests = 500
const pauseMs = 5
/** The server's memory, while it holds four batches of up to 32 MiB. */
const maxServerMebibytes = 1_024

/** One tenant's requests. An organization has one sandbox, and a reset replaces its records: no tenant does both. */
export type NeighborLoad = 'scans' | 'resets'

interface Mix {
  readonly name: string
  readonly loads: readonly NeighborLoad[]
  readonly goal: Measurement['goal']
}

const mixes: readonly Mix[] = [
  {
    name: `scans ${customers} records in queries and batches`,
    loads: ['scans'],
    goal: { atMost: 2 },
  },
  { name: 'resets a sandbox', loads: ['resets'], goal: { atMost: 2 } },
  { name: 'scans, and a third one resets a sandbox', loads: ['scans', 'resets'], goal: {} },
]

interface Tenant {
  readonly realmId: RealmId
  readonly token: string
  readonly apiKey: string
}

/**
 * Measures a tenant's requests while others do their worst, without limits per minute and day, in rounds beginning
 * idle.
 */
export async function measureNeighbors(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return await measure(db)
  } finally {
    await db.drop()
  }
}

async function measure(db: TestDatabase): Promise<Measurement[]> {
  const [quiet, busy, reset] = [
    await createTenant(db, 'Quiet'),
    await createTenant(db, 'Busy'),
    await createTenant(db, 'Reset'),
  ]
  await fill(db, busy.realmId)
  const bridge = await startServer(db.url)
  const pool = new Pool(bridge.origin, { connections: 1 })
  const headers = { authorization: `Bearer ${quiet.token}` }
  const query = encodeURIComponent('select * from Customer startposition 1 maxresults 1')
  let failed = 0
  const request = async () => {
    const startedAt = performance.now()
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `/v3/company/${quiet.realmId}/query?query=${query}`,
      headers,
    })
    await body.arrayBuffer()
    if (statusCode !== 200) failed += 1
    return performance.now() - startedAt
  }
  /** Adds a round to the times. */
  const measureRound = async ({ times, blocksMs }: Times): Promise<void> => {
    await bridge.ask('watch')
    for (let count = 0; count < requests; count++) {
      times.push(await request())
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    const { blockedMs } = await bridge.ask('read')
    blocksMs.push(blockedMs)
  }
  try {
    for (let count = 0; count < warmUpRequests; count++) await request()
    const measurements: Measurement[] = []
    for (const { name, loads, goal } of mixes) {
      const done = new Map<string, number>()
      const idle: Times = { times: [], blocksMs: [] }
      const loaded: Times = { times: [], blocksMs: [] }
      for (let round = 0; round < rounds; round++) {
        await measureRound(idle)
        const load = await startLoad(loads, bridge.origin, busy, reset, done)
        await measureRound(loaded)
        await load.stop()
        // Exchanges running when the load ends are finished first.
        await waitUntilIdle(request)
      }
      measurements.push({
        name: `p99 of a one-record query while another tenant ${name}, against none`,
        ratio: getPercentile(loaded.times, 0.99) / getPercentile(idle.times, 0.99),
        goal,
        detail: `${compareTimes(loaded, idle)}; meanwhile ${[...done].map(([what, count]) => `${count} × ${what}`).join(', ')}`,
      })
    }
    if (failed > 0) throw new Error(`${failed} requests of the quiet tenant failed.`)
    const { maxMemory } = await bridge.ask('read')
    const mebibytes = Math.round(maxMemory / 2 ** 20)
    return [
      ...measurements,
      {
        name: 'the most memory of the server in the meantime, against what it may take',
        ratio: mebibytes / maxServerMebibytes,
        goal: { atMost: 1 },
        detail: `${mebibytes} MiB against ${maxServerMebibytes} MiB`,
      },
    ]
  } finally {
    await pool.close()
    await bridge.stop()
  }
}

/** All rounds' request times, and the event loop's longest block in each round. */
interface Times {
  readonly times: number[]
  readonly blocksMs: number[]
}

function compareTimes(loaded: Times, idle: Times): string {
  const ms = ({ times }: Times) =>
    `${getPercentile(times, 0.5).toFixed(1)} / ${getPercentile(times, 0.99).toFixed(1)} ms`
  return `median / p99 ${ms(loaded)} against ${ms(idle)}, ${rounds} rounds of ${requests} requests each, 0 failed; event loop blocked for up to ${Math.max(...loaded.blocksMs).toFixed(0)} ms`
}

async function createTenant({ database }: TestDatabase, name: string): Promise<Tenant> {
  const dependencies = { database, clock: () => new Date() }
  const { id: userId } = await database.user.create({ data: { email: `${name.toLowerCase()}@example.com` } })
  const caller: Caller = { kind: 'system', userId }
  const { id } = await createOrganization(dependencies, caller, { name })
  const { orgId } = await requireRole(dependencies, caller, { resource: 'org', id, role: 'admin' })
  const realm = await createSandboxRealm(dependencies, caller, orgId)
  const { key } = await createApiKey(dependencies, caller, orgId, { name })
  return { realmId: realm.id, token: await createAccessToken(database, realm.id), apiKey: key }
}

/** Adds customers with long notes to a sandbox. */
async function fill({ database }: TestDatabase, realmId: RealmId): Promise<void> {
  const files = openCompanyFiles(database)
  for (let from = 0; from < customers; from += addedAtOnce) {
    const adds = Array.from({ length: addedAtOnce }, (_, index) => customerAdd(from + index)).join('')
    const exchanged = await files.exchange(
      realmId,
      `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${adds}</QBXMLMsgsRq></QBXML>`,
    )
    if (!exchanged.sent || exchanged.lost || String(exchanged.response).includes('statusSeverity="Error"'))
      throw new Error('The sandbox could not be filled.')
  }
}

function customerAdd(index: number): string {
  const name = `Neighbor ${String((index * 7919) % 100_000).padStart(5, '0')}`
  return `<CustomerAddRq><CustomerAdd><Name>${name}</Name><CompanyName>Company ${(index * 31) % customers}</CompanyName><Notes>${notes}</Notes></CustomerAdd><IncludeRetElement>ListID</IncludeRetElement></CustomerAddRq>`
}

/** Starts the server in a separate process, as `npm start` and the images do. */
async function startServer(databaseUrl: string) {
  const stopHost = await startSandboxHost(databaseUrl)
  const child = fork(serverProgram, [databaseUrl], { execArgv: [], env: programEnvironment })
  const [origin] = await once(child, 'message')
  return {
    origin: origin as string,
    async ask(question: 'watch' | 'read'): Promise<ServerState> {
      const replied = once(child, 'message')
      child.send(question)
      const [state] = await replied
      return state as ServerState
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await stopHost()
    },
  }
}

/**
 * Starts loads in a separate process, and counts their responses. Resolves when it has had its first one. The process
 * runs only when the service does not, because a client runs on another machine.
 */
async function startLoad(
  loads: readonly NeighborLoad[],
  origin: string,
  busy: Tenant,
  reset: Tenant,
  counts: Map<string, number>,
) {
  const child = fork(loadProgram, [loads.join(), origin, busy.realmId, busy.token, reset.realmId, reset.apiKey])
  runWhenIdle(child)
  child.on('message', ({ path, statusCode }: { path: string; statusCode: number }) => {
    const what = `${path.split('/').at(-1)} ${statusCode}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  })
  await once(child, 'message')
  return {
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
