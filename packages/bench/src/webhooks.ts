import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { claimDuePolls } from '@bridge/data-plane/change-polls/change-polls.store'
import type { Database } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { Agent, memoryResponseLog } from '@bridge/edge-agent'
import { simulatedDesktop } from '@bridge/edge-agent/simulated/desktop'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import { machineSecret } from '@bridge/harness/machine-secret'
import { sealSecret } from '@bridge/identity/second-factor/sealed-secret'
import { pino } from 'pino'
import type { RolePlayer } from './agent-processes.ts'
import { type BenchRealm, createAccessToken, createRealms } from './agent-realms.ts'
import { getMedian, getPercentile, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

/** Company files with an agent each. */
const files = 100
/** Realms with a webhook on one gateway, whose cost is computed from the files' cost. */
const realmsOfGateway = 10_000
const intervalSeconds = 60
const writes = 200
const warmUpWrites = 30
const coresGoal = 0.2
/** The smallest claim of a busy server, and how many are measured. */
const claimed = 100
const claimsMeasured = 20
/** A realm ID that a number holds exactly. */
const firstOfMany = 8_000_000_000_000_000
/** How many rounds of polls are measured, after one that warms up. */
const rounds = 3

/** Measures how soon webhooks report changes, and what it costs to look for them. */
export async function measureWebhooks(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const receiver = await startReceiver()
  try {
    return await withPlayers(async (start) => {
      const realms = await createRealms(db.database, files)
      const tokens = await subscribe(db.database, realms, receiver.url)
      const gateway = await start({ name: 'gateway', databaseUrl: db.url })
      const desktops = await startDesktops(realms, gateway.url)
      try {
        const server = await start({ name: 'server', databaseUrl: db.url })
        await pollAll(db.database)
        return [
          ...(await measureOwnWrites({ server, realms, tokens, receiver })),
          ...(await measureChangesAtDesktop(db.database, desktops, receiver)),
          ...(await measureChangesAtDesktop(db.database, desktops, receiver, { reportsEvents: true })),
          ...(await measurePolls(db, desktops, { gateway, server })),
          await measureClaim(db.database),
        ]
      } finally {
        await Promise.all(desktops.map(({ agent }) => agent.stop()))
      }
    })
  } finally {
    receiver.close()
    await db.drop()
  }
}

interface Receiver {
  readonly url: string
  /** Resolves with the time at which the first event of a realm's record arrives. */
  arrival(realmId: string, recordId: string): Promise<number>
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  const server = createServer(async (request, response) => {
    const at = performance.now()
    const events: readonly { readonly intuitentityid: string; readonly intuitaccountid: string }[] = JSON.parse(
      Buffer.concat(await request.toArray()).toString(),
    )
    response.end()
    for (const { intuitaccountid, intuitentityid } of events) {
      const id = `${intuitaccountid} ${intuitentityid}`
      if (!arrivals.has(id)) arrivals.set(id, at)
      waiting.get(id)?.(at)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrival: (realmId, recordId) => {
      const id = `${realmId} ${recordId}`
      const at = arrivals.get(id)
      if (at !== undefined) return Promise.resolve(at)
      return new Promise((resolve) => {
        waiting.set(id, resolve)
      })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Gives each realm an app with a webhook. Returns the apps' access tokens. */
async function subscribe(database: Database, realms: readonly BenchRealm[], url: string): Promise<readonly string[]> {
  const tokens: string[] = []
  for (const { realmId } of realms) {
    tokens.push(await createAccessToken(database, realmId))
    const clientId = `svcc_${realmId}`
    const sealedToken = sealSecret('token', `webhook ${clientId}`, machineSecret)
    await database.webhook.create({ data: { clientId, url, sealedToken } })
    await database.realmSettings.create({ data: { realmId, values: { subscribesToEvents: true } } })
  }
  return tokens
}

interface BenchDesktop {
  readonly realmId: string
  readonly company: Company
  readonly agent: Agent
  /** The message sets so far. */
  count(): number
}

/** Starts an agent for each realm, with an empty company file. */
async function startDesktops(realms: readonly BenchRealm[], url: string): Promise<readonly BenchDesktop[]> {
  const desktops = realms.map(({ realmId, agentToken }): BenchDesktop => {
    const company = openCompany({ storage: memoryStorage(), clock: () => new Date(), random: Math.random })
    const desktop = simulatedDesktop({ company, companyFile: 'bench.qbw' })
    let sets = 0
    const agent = new Agent({
      url,
      token: agentToken,
      desktop: {
        ...desktop,
        state: () => desktop.state(),
        process: (set, kind) => {
          sets += 1
          return desktop.process(set, kind)
        },
      },
      responses: memoryResponseLog(),
      clock: () => new Date(),
      random: Math.random,
      logger: pino({ level: 'silent' }),
      wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    })
    return { realmId, company, agent, count: () => sets }
  })
  await Promise.all(desktops.map(({ agent }) => agent.connected()))
  return desktops
}

interface OwnWrites {
  readonly server: RolePlayer
  readonly realms: readonly BenchRealm[]
  readonly tokens: readonly string[]
  readonly receiver: Receiver
}

/** Measures the time from the response of a write to the arrival of its event. */
async function measureOwnWrites({ server, realms, tokens, receiver }: OwnWrites): Promise<Measurement[]> {
  const times: number[] = []
  for (let index = -warmUpWrites; index < writes; index += 1) {
    const place = (index + warmUpWrites) % files
    const response = await fetch(`${server.url}/v3/company/${realms[place]?.realmId}/customer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[place]}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ DisplayName: `Own ${index}` }),
    })
    const text = await response.text()
    const respondedAt = performance.now()
    if (response.status !== 200) throw new Error(`A write returned ${response.status}: ${text.slice(0, 300)}`)
    const at = await receiver.arrival(realms[place]?.realmId ?? '', JSON.parse(text).Customer.Id)
    if (index >= 0) times.push(Math.max(0, at - respondedAt))
  }
  const [median, p99] = [getMedian(times), getPercentile(times, 0.99)]
  const detail = (ms: number, goal: string) => `${ms.toFixed(1)} ms after the response against ${goal}, of ${writes}`
  return [
    {
      name: 'the event of a write through the service: median against 0.3 s',
      ratio: median / 300,
      goal: { atMost: 1 },
      detail: detail(median, '300 ms'),
    },
    {
      name: 'the event of a write through the service: 99th percentile against 1 s',
      ratio: p99 / 1_000,
      goal: { atMost: 1 },
      detail: detail(p99, '1,000 ms'),
    },
  ]
}

/**
 * Changes every company file at another moment of a minute, and measures the time until its event arrives.
 *
 * @param reportsEvents whether agents report changes at once, as they do for data events
 */
async function measureChangesAtDesktop(
  database: Database,
  desktops: readonly BenchDesktop[],
  receiver: Receiver,
  { reportsEvents = false } = {},
): Promise<Measurement[]> {
  // A deployment's polls are spread, too.
  await database.$executeRaw`
    UPDATE realm_changes SET "nextPollAt" = now() + random() * make_interval(secs => ${intervalSeconds})`
  const times = await Promise.all(
    desktops.map(async ({ realmId, company, agent }, index) => {
      await delay((index / files) * intervalSeconds * 1_000)
      const name = `${reportsEvents ? 'Reported' : 'Found'} ${index}`
      const request = `<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`
      const outcome = await company.exchange(
        `<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
      )
      const changedAt = performance.now()
      const id = outcome.sent && !outcome.lost ? /<ListID>([^<]+)/.exec(outcome.response)?.[1] : undefined
      if (id === undefined) throw new Error('A customer was not added.')
      if (reportsEvents) agent.reportChange()
      return (await receiver.arrival(realmId, id)) - changedAt
    }),
  )
  const [median, latest] = [getMedian(times), Math.max(...times)]
  const limitMs = reportsEvents ? 10_000 : 65_000
  return [
    {
      name: `the event of a change at the PC, ${reportsEvents ? 'with' : 'without'} data events: the latest against ${limitMs / 1_000} s`,
      ratio: latest / limitMs,
      goal: { atMost: 1 },
      detail: `${(latest / 1_000).toFixed(1)} s, and ${(median / 1_000).toFixed(1)} s in the median of ${files}`,
    },
  ]
}

/** Makes every poll due, and waits until all have ended. */
async function pollAll(database: Database): Promise<void> {
  const since = new Date()
  await database.$executeRaw`UPDATE realm_changes SET "nextPollAt" = now()`
  for (;;) {
    const polled = await database.realmChanges.count({ where: { polledAt: { gte: since } } })
    if (polled >= files) return
    await delay(20)
  }
}

/** Measures the processor time of the polls of quiet files. */
async function measurePolls(
  { database }: TestDatabase,
  desktops: readonly BenchDesktop[],
  { gateway, server }: { readonly gateway: RolePlayer; readonly server: RolePlayer },
): Promise<Measurement[]> {
  const sums = { gateway: [] as number[], server: [] as number[] }
  const trips: number[] = []
  const countSets = () => desktops.reduce((sum, { count }) => sum + count(), 0)
  for (let round = -1; round < rounds; round += 1) {
    const [sets, gatewayMs, serverMs] = [countSets(), await gateway.cpu(), await server.cpu()]
    await pollAll(database)
    if (round < 0) continue
    trips.push((countSets() - sets) / files)
    sums.gateway.push((await gateway.cpu()) - gatewayMs)
    sums.server.push((await server.cpu()) - serverMs)
  }
  const describe = (processes: string, ms: number) => {
    const cores = (ms / files / 1_000) * (realmsOfGateway / intervalSeconds)
    return {
      name: `${realmsOfGateway.toLocaleString('en')} realms with a webhook, polled each minute: ${processes} against ${coresGoal} cores`,
      ratio: cores / coresGoal,
      detail: `${cores.toFixed(3)} cores: ${(ms / files).toFixed(2)} ms of processor time for each poll`,
    }
  }
  return [
    {
      name: 'round trips of the poll of a quiet file',
      ratio: getMedian(trips),
      goal: { atMost: 1 },
      detail: `message sets at the agents of ${files} files`,
    },
    { ...describe('one gateway', getMedian(sums.gateway)), goal: { atMost: 1 } },
    { ...describe('all servers together', getMedian(sums.server)), goal: {} },
  ]
}

/** Measures how long the database takes to claim some of 10,000 due realms. */
async function measureClaim(database: Database): Promise<Measurement> {
  const { id: orgId } = await database.organization.create({ data: { name: 'Many', slug: 'many' } })
  const clientId = 'svcc_many'
  await database.oAuthClient.create({ data: { id: clientId, orgId, name: 'Many', redirectUris: [], secretHash: '-' } })
  const ids = Array.from({ length: realmsOfGateway }, (_, index) => String(firstOfMany + index))
  await database.realm.createMany({ data: ids.map((id) => ({ id, orgId, name: 'Many', kind: 'sandbox' as const })) })
  await database.connection.createMany({ data: ids.map((realmId) => ({ realmId, clientId, scope: 'accounting' })) })
  await database.webhook.create({ data: { clientId, url: 'https://receiver.invalid/', sealedToken: '-' } })
  await database.$executeRaw`ANALYZE`
  const times: number[] = []
  for (let index = 0; index < claimsMeasured; index += 1) {
    const startedAt = performance.now()
    await claimDuePolls(database, { now: new Date(), limit: claimed, seconds: intervalSeconds })
    times.push(performance.now() - startedAt)
  }
  await database.webhook.delete({ where: { clientId } })
  const claimsPerMinute = realmsOfGateway / claimed
  const ms = getMedian(times)
  return {
    name: `${realmsOfGateway.toLocaleString('en')} realms with a webhook, claimed each minute: the database's time against ${coresGoal} cores`,
    ratio: (ms * claimsPerMinute) / (intervalSeconds * 1_000) / coresGoal,
    goal: {},
    detail: `${ms.toFixed(1)} ms for a claim of ${claimed}, with ${claimsPerMinute} claims a minute`,
  }
}
