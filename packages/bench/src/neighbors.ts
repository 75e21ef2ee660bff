import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { programEnvironment } from '@bridge/quickstart/programs'
import {
  type Caller,
  createApiKey,
  createOrganization,
  createSandboxRealm,
  requireRole,
  serverDefaults,
} from '@bridge/server'
import { createSandboxDesktop } from '@bridge/server/sandbox/sandbox-desktop'
import { Pool } from 'undici'
import { createAccessToken } from './agent-realms.ts'
import { bundleProgram, bundleServerThreads } from './bundle-program.ts'
import { getMedian, type Measurement } from './measurement.ts'
import type { ServerState } from './neighbor-server.ts'

const loadProgram = fileURLToPath(new URL('neighbor-load.ts', import.meta.url))
const customers = 4_500
const addedAtOnce = 500
const notes = 'x'.repeat(3_000)
const warmUpRequests = 60
const rounds = 5
/** Of a round, idle and loaded. */
const requests = 500
const pauseMs = 5
/** Of the server with the heaps of its threads, while it holds four batches of up to 32 MiB. */
const serverMebibytesMax = 1_024

interface Tenant {
  readonly realmId: RealmId
  readonly token: string
  readonly apiKey: string
}

/**
 * Measures the requests of a tenant while another one, whose sandbox is as large as it may be, does its worst, in rounds
 * that begin idle.
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
  const measureTimes = async (): Promise<Times> => {
    await bridge.ask('watch')
    const times: number[] = []
    for (let count = 0; count < requests; count++) {
      times.push(await request())
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    const { blockedMs } = await bridge.ask('read')
    return { p50: getPercentile(times, 0.5), p99: getPercentile(times, 0.99), blockedMs }
  }
  try {
    for (let count = 0; count < warmUpRequests; count++) await request()
    const done = new Map<string, number>()
    const idle: Times[] = []
    const loaded: Times[] = []
    for (let round = 0; round < rounds; round++) {
      idle.push(await measureTimes())
      const load = await startLoad(bridge.origin, busy, reset, done)
      loaded.push(await measureTimes())
      await load.stop()
      // Exchanges that run when the load ends are finished first.
      await waitUntilIdle(request)
    }
    if (failed > 0) throw new Error(`${failed} requests of the quiet tenant failed.`)
    const median = (times: readonly Times[], name: keyof Times) => getMedian(times.map((each) => each[name]))
    const ms = (times: readonly Times[]) => `${median(times, 'p50').toFixed(1)} / ${median(times, 'p99').toFixed(1)} ms`
    const blockedMs = Math.max(...loaded.map((each) => each.blockedMs))
    const { memoryMax } = await bridge.ask('read')
    const mebibytes = Math.round(memoryMax / 2 ** 20)
    return [
      {
        name: `p99 of a one-record query while another tenant scans ${customers} records in batches and resets a sandbox, against none`,
        ratio: getMedian(loaded.map(({ p99 }, round) => p99 / (idle[round]?.p99 ?? Number.NaN))),
        goal: { atMost: 2 },
        detail: `median / p99 ${ms(loaded)} against ${ms(idle)}, medians of ${rounds} rounds of ${requests} requests each, 0 failed; event loop blocked for up to ${blockedMs.toFixed(0)} ms; meanwhile ${[...done].map(([what, count]) => `${count} × ${what}`).join(', ')}`,
      },
      {
        name: 'the most memory of the server with its threads in the meantime, against what it may take',
        ratio: mebibytes / serverMebibytesMax,
        goal: { atMost: 1 },
        detail: `${mebibytes} MiB against ${serverMebibytesMax} MiB`,
      },
    ]
  } finally {
    await pool.close()
    await bridge.stop()
  }
}

interface Times {
  readonly p50: number
  readonly p99: number
  readonly blockedMs: number
}

const quietRequests = 50
const settleRoundsMax = 20

/** Makes requests until the slowest of some is not slower than three times the median. */
async function waitUntilIdle(request: () => Promise<number>): Promise<void> {
  for (let round = 0; round < settleRoundsMax; round++) {
    const times: number[] = []
    for (let count = 0; count < quietRequests; count++) times.push(await request())
    if (Math.max(...times) <= 3 * getMedian(times)) return
  }
}

function getPercentile(times: readonly number[], share: number): number {
  return [...times].sort((left, right) => left - right)[Math.floor(times.length * share)] ?? Number.NaN
}

async function createTenant({ database }: TestDatabase, name: string): Promise<Tenant> {
  const dependencies = { database, clock: () => new Date() }
  const { id: userId } = await database.user.create({ data: { email: `${name.toLowerCase()}@example.com` } })
  const caller: Caller = { kind: 'system', userId }
  const { id } = await createOrganization(dependencies, caller, { name })
  const { orgId } = await requireRole(dependencies, caller, 'org', id, 'admin')
  const realm = await createSandboxRealm(dependencies, caller, orgId)
  const { key } = await createApiKey(dependencies, caller, orgId, { name })
  return { realmId: realm.id, token: await createAccessToken(database, realm.id), apiKey: key }
}

/** Adds customers with long notes to a sandbox. */
async function fill({ database }: TestDatabase, realmId: RealmId): Promise<void> {
  const config = { sandboxRecordsMax: serverDefaults.sandboxRecordsMax }
  const sandboxes = createSandboxDesktop({ database, clock: () => new Date(), config, random: Math.random })
  for (let from = 0; from < customers; from += addedAtOnce) {
    const adds = Array.from({ length: addedAtOnce }, (_, index) => customerAdd(from + index)).join('')
    const exchanged = await sandboxes.exchange(
      realmId,
      `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${adds}</QBXMLMsgsRq></QBXML>`,
      { kind: 'write', write: { entity: 'Customer', operation: 'create' } },
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
  await bundleServerThreads()
  const child = fork(await bundleProgram('neighbor-server'), [databaseUrl], {
    execArgv: [],
    env: programEnvironment,
  })
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
    },
  }
}

/** Starts the load in a separate process, and counts its responses. Resolves when it has had its first one. */
async function startLoad(origin: string, busy: Tenant, reset: Tenant, counts: Map<string, number>) {
  const child = fork(loadProgram, [origin, busy.realmId, busy.token, reset.realmId, reset.apiKey], {
    execArgv: ['--import', 'tsx'],
  })
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
