import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createGatewayDesktop } from '@bridge/data-plane/desktop/gateway-desktop'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { machineSecret } from '@bridge/harness/machine-secret'
import { pino } from 'pino'
import { customerQuerySet, customerResponse } from './agent-customer.ts'
import { type ConnectorClient, createConnectorClient, overNetwork } from './connector-client.ts'
import { type ConnectorRealm, createConnectorRealms } from './connector-realms.ts'
import { createPump, openPeerRun, type Pump, repeatPeerRounds, startPeerRuns } from './connector-rounds.ts'
import { measureSingleRequests } from './connector-single-requests.ts'
import { invoiceResponse } from './invoice-response.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

const connectors = 200
const turns = 7
const warmUpTurns = 3
const maxBytes = 200_000_000
const pollMs = 15_000
/** How long a gateway remembers a valid password. */
const rememberedMs = 600_000
const warmPolls = 10

/** The networks between the Web Connector and the service. Every real one has one; without it, only processor time counts. */
const networks = [
  { name: 'over a network of 10 ms', roundTripMs: 10, count: 40, maxPauseMs: 100, goal: { atLeast: 2 } },
  { name: 'without a network', roundTripMs: 0, count: 100, maxPauseMs: 10, goal: {} },
] as const

/** QuickBooks' response, and a turn's number of round trips with it, for the time of each and in all. */
interface Message {
  readonly name: string
  readonly response: string
  readonly timedTrips: number
  readonly trips: number
}

const messages: readonly Message[] = [
  { name: 'one customer', response: customerResponse, timedTrips: 300, trips: 3_000 },
  { name: 'a page of 100 invoices', response: invoiceResponse(100, 5), timedTrips: 30, trips: 120 },
]

/** Measures the Web Connector against the package quickbooks-js, and what many cost while they poll. */
export async function measureConnector(): Promise<Measurement[]> {
  const singles = networks.map((network) => (db: TestDatabase) => measureSingles(db, network))
  const measurements: Measurement[] = []
  for (const measure of [...singles, measureRoundTrips, measurePolls]) {
    const db = await createTestDatabase()
    try {
      measurements.push(...(await measure(db)))
    } finally {
      await db.drop()
    }
  }
  return measurements
}

type Start = Parameters<Parameters<typeof withPlayers>[0]>[0]

/** Starts a gateway with a realm, and what sends its requests, and the peer in this role. */
async function startBoth(
  start: Start,
  { database, url: databaseUrl }: TestDatabase,
  role: 'soap-server' | 'soap-queue',
) {
  const [realm] = await createConnectorRealms(database, 1)
  if (realm === undefined) throw new Error('There is no realm.')
  const gateway = await start({ name: 'gateway', databaseUrl })
  const port = await findFreePort()
  const peerUrl = `http://127.0.0.1:${port}/wsdl`
  const peer = await start(
    { name: role, url: peerUrl },
    { QB_SOAP_PORT: String(port), QB_USERNAME: 'user', QB_PASSWORD: 'password' },
  )
  const config = { machineSecret, agentTimeoutMs: 60_000, connectorTimeoutMs: 240_000 }
  const logger = pino({ level: 'silent' })
  const desktop = createGatewayDesktop({ database, clock: () => new Date(), config, logger })
  return {
    realm,
    gateway,
    peer,
    client: createConnectorClient(`${gateway.url}/connector`),
    peerClient: createConnectorClient(peerUrl),
    exchange: () => desktop.exchange(realm.realmId, customerQuerySet, { kind: 'read' }),
    close: () => desktop.close(),
  }
}

function measureSingles(db: TestDatabase, network: (typeof networks)[number]): Promise<Measurement[]> {
  return withPlayers(async (start) => {
    const { realm, peer, client, peerClient, exchange, close } = await startBoth(start, db, 'soap-queue')
    const { roundTripMs, ...rest } = network
    const pump = createPump(overNetwork(client, roundTripMs), realm)
    try {
      await pump.polled()
      const measurements: Measurement[] = []
      for (const { name, response } of messages) {
        pump.respondWith(response)
        const ours = async () => {
          const startedAt = performance.now()
          await exchange()
          return performance.now() - startedAt
        }
        const peerMs = async () => Number(await (await fetch(peer.url)).text())
        measurements.push(
          await measureSingleRequests({
            ...rest,
            name: `${name}, ${network.name}`,
            ours,
            peer: peerMs,
            startPeerRuns: () => startPeerRuns(overNetwork(peerClient, roundTripMs), response),
          }),
        )
      }
      return measurements
    } finally {
      await stopAll(pump, [client, peerClient])
      await close()
    }
  })
}

function measureRoundTrips(db: TestDatabase): Promise<Measurement[]> {
  return withPlayers(async (start) => {
    const { realm, gateway, peer, client, peerClient, exchange, close } = await startBoth(start, db, 'soap-server')
    const pump = createPump(client, realm)
    try {
      await pump.polled()
      const ticket = await openPeerRun(peerClient)
      const repeatPeer = ({ response }: Message, rounds: number) =>
        repeatPeerRounds(peerClient, { ticket, response, rounds })
      const times: Measurement[] = []
      for (const message of messages) {
        pump.respondWith(message.response)
        times.push(await measureFirstResponse(message, exchange, () => repeatPeer(message, 1)))
      }
      await start({ name: 'feeder', databaseUrl: db.url, realmId: realm.realmId })
      const rates: Measurement[] = []
      for (const message of messages) {
        pump.respondWith(message.response)
        rates.push(
          await measureRate(
            message,
            { run: pump.run, cpu: gateway.cpu },
            { run: (rounds) => repeatPeer(message, rounds), cpu: peer.cpu },
          ),
        )
      }
      return [...times, ...rates]
    } finally {
      await stopAll(pump, [client, peerClient])
      await close()
    }
  })
}

/**
 * Compares a request arriving after another one's response with one peer round trip; its list has a request for each:
 * it cannot take a later one (see `measureSingleRequests`). A figure without a goal.
 */
async function measureFirstResponse(
  { name, timedTrips }: Message,
  exchange: () => Promise<unknown>,
  callPeer: () => Promise<unknown>,
): Promise<Measurement> {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let turn = -warmUpTurns; turn < turns; turn += 1) {
    const ours = await measureEach(timedTrips, exchange)
    const theirs = await measureEach(timedTrips, callPeer)
    if (turn < 0) continue
    times.ours.push(...ours)
    times.peer.push(...theirs)
  }
  const [ours, theirs] = [getMedian(times.ours), getMedian(times.peer)]
  return {
    name: `a Web Connector with an open run, ${name}: time to the response, against a round trip of quickbooks-js with a filled list`,
    ratio: theirs / ours,
    goal: {},
    detail: `${ours.toFixed(2)} ms from the server's request to its response against ${theirs.toFixed(2)} ms of one round trip, medians of ${times.ours.length}`,
  }
}

/**
 * A service under load: makes this many round trips or a few more and returns their number, and reports its processor
 * time, in milliseconds. A round trip is a request a client waits for, with its response. The peer sends each in its
 * own message set and keeps nothing; the service gets them from another process, and several travel in one message set.
 */
interface LoadedService {
  readonly run: (rounds: number) => Promise<number>
  readonly cpu: () => Promise<number>
}

async function measureRate({ name, trips }: Message, ours: LoadedService, peer: LoadedService): Promise<Measurement> {
  const measure = async ({ run, cpu }: LoadedService) => {
    const cpuBefore = await cpu()
    const startedAt = performance.now()
    const made = await run(trips)
    const perSecond = (made * 1_000) / (performance.now() - startedAt)
    return { perSecond, cpuMs: ((await cpu()) - cpuBefore) / made }
  }
  const results = { ours: [] as Rate[], peer: [] as Rate[] }
  for (let turn = -warmUpTurns; turn < turns; turn += 1) {
    const [our, their] = [await measure(ours), await measure(peer)]
    if (turn < 0) continue
    results.ours.push(our)
    results.peer.push(their)
  }
  const median = (rates: readonly Rate[], key: keyof Rate) => getMedian(rates.map((each) => each[key]))
  return {
    name: `a Web Connector with an open run, ${name}: round trips per second, against quickbooks-js`,
    ratio: median(results.ours, 'perSecond') / median(results.peer, 'perSecond'),
    goal: { atLeast: 2 },
    detail: `${median(results.ours, 'perSecond').toFixed(0)}/s against ${median(results.peer, 'perSecond').toFixed(0)}/s; processor time of the service ${median(results.ours, 'cpuMs').toFixed(2)} ms against ${median(results.peer, 'cpuMs').toFixed(2)} ms`,
  }
}

interface Rate {
  readonly perSecond: number
  readonly cpuMs: number
}

async function stopAll(pump: Pump, clients: readonly ConnectorClient[]): Promise<void> {
  pump.stop()
  await Promise.all(clients.map((each) => each.close()))
}

async function measureEach(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times
}

function measurePolls({ database, url: databaseUrl }: TestDatabase): Promise<Measurement[]> {
  return withPlayers(async (start) => {
    const realms = await createConnectorRealms(database, connectors)
    const gateway = await start({ name: 'gateway', databaseUrl })
    const clients = realms.map((realm) => ({ realm, client: createConnectorClient(`${gateway.url}/connector`) }))
    const { rss: idleBytes } = await gateway.memory()
    const pollAll = async (): Promise<number> => {
      const cpuBefore = await gateway.cpu()
      await Promise.all(clients.map(({ client, realm }) => poll(client, realm)))
      return (await gateway.cpu()) - cpuBefore
    }
    const firstMs = await pollAll()
    const laterMs: number[] = []
    for (let round = 0; round < warmPolls; round += 1) laterMs.push(await pollAll())
    const { rss } = await gateway.memory()
    await Promise.all(clients.map(({ client }) => client.close()))
    const laterMedian = getMedian(laterMs)
    const pollsRemembered = rememberedMs / pollMs
    return [
      {
        name: `${connectors} Web Connectors that poll at the same moments: cores`,
        ratio: (firstMs + (pollsRemembered - 1) * laterMedian) / rememberedMs,
        goal: { atMost: 1 },
        detail: `every ${pollMs / 1_000} s: ${laterMedian.toFixed(0)} ms of processor time for all, and ${firstMs.toFixed(0)} ms once in ${rememberedMs / 60_000} minutes, with the slow hashes`,
      },
      {
        name: `${connectors} Web Connectors that poll at the same moments: memory against 200 MB`,
        ratio: (rss - idleBytes) / maxBytes,
        goal: { atMost: 1 },
        detail: `${megabytes(rss)} resident in the gateway, which had ${megabytes(idleBytes)} without them`,
      },
    ]
  })
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

/** Polls as a Web Connector without work does, until the service is not busy. */
async function poll(client: ConnectorClient, { userName, password }: ConnectorRealm): Promise<void> {
  for (;;) {
    await client.call('serverVersion', {})
    await client.call('clientVersion', { strVersion: '2.3.0.215' })
    const [ticket = '', work] = await client.call('authenticate', { strUserName: userName, strPassword: password })
    if (work === 'none') {
      await client.call('closeConnection', { ticket })
      return
    }
    if (work !== 'busy') throw new Error(`authenticate returned ${work}`)
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
