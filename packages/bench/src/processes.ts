import { availableParallelism } from 'node:os'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { customerId } from './agent-customer.ts'
import { type Load, measureLoad, type Target } from './agent-load.ts'
import type { RolePlayer } from './agent-processes.ts'
import { type BenchRealm, createAccessToken, createRealms } from './agent-realms.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { withPlayers } from './with-players.ts'

/** From here on, a comparison's processes and those loading them have a core each. */
const coresMin = 8
/** As many for each compared process, because one with more in flight needs less time for each. */
const realmsOfProcess = 32
const rounds = 7
const roundMs = 1_000
const warmUpMs = 4_000

const sides = ['one', 'two'] as const
type Side = (typeof sides)[number]

type Start = Parameters<Parameters<typeof withPlayers>[0]>[0]

/**
 * Measures two gateways against one, and two servers against one: a read's processor time, and the throughput where the
 * machine has enough cores.
 */
export async function measureProcesses(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return await withPlayers(async (start) => {
      const gateways = await startGateways(db, start)
      return [
        ...compare('gateways', await measureGateways(db, start, gateways)),
        ...compare('servers', await measureServers(db, start, gateways.one)),
      ]
    })
  } finally {
    await db.drop()
  }
}

interface GatewaySide {
  readonly realms: readonly BenchRealm[]
  readonly gateways: readonly RolePlayer[]
  /** Two processes, each with every second realm. */
  readonly agents: readonly RolePlayer[]
}

/** Starts one gateway and two, each side with two agents' worth. */
async function startGateways({ database, url }: TestDatabase, start: Start): Promise<Record<Side, GatewaySide>> {
  const realms = await createRealms(database, 4 * realmsOfProcess)
  const startSide = async (own: readonly BenchRealm[], count: number): Promise<GatewaySide> => {
    const gateways = await startAll(count, () => start({ name: 'gateway', databaseUrl: url }))
    const agents = await Promise.all(
      split(own, 2).map((part, index) =>
        start({
          name: 'agent',
          url: gateways[index % count]?.url ?? '',
          tokens: part.map(({ agentToken }) => agentToken),
        }),
      ),
    )
    return { realms: own, gateways, agents }
  }
  return {
    one: await startSide(realms.slice(0, 2 * realmsOfProcess), 1),
    two: await startSide(realms.slice(2 * realmsOfProcess), 2),
  }
}

/** Measures message set reads, without HTTP: gateways have more work than the calling processes. */
async function measureGateways(
  { url }: TestDatabase,
  start: Start,
  gateways: Record<Side, GatewaySide>,
): Promise<Record<Side, Figures>> {
  const driverCount = availableParallelism() >= coresMin ? 3 : 1
  const startDrivers = (realms: readonly BenchRealm[]) =>
    Promise.all(
      split(realms, driverCount).map((part) =>
        start({ name: 'driver', databaseUrl: url, realmIds: part.map(({ realmId }) => realmId) }),
      ),
    )
  const drivers = {
    one: await startDrivers(takeHalf(gateways.one.realms)),
    two: await startDrivers(gateways.two.realms),
  }
  const figures: Record<Side, { cpuMs: number[]; perSecond: number[] }> = {
    one: { cpuMs: [], perSecond: [] },
    two: { cpuMs: [], perSecond: [] },
  }
  for (let round = -1; round < rounds; round += 1) {
    for (const side of sides) {
      const players = [...drivers[side], ...gateways[side].gateways, ...gateways[side].agents]
      const before = await sumCpu(players)
      const ms = round < 0 ? warmUpMs : roundMs
      const startedAt = performance.now()
      const reads = (await Promise.all(drivers[side].map((driver) => driver.drive(ms)))).reduce(add, 0)
      const passedMs = performance.now() - startedAt
      if (round < 0) continue
      figures[side].cpuMs.push(((await sumCpu(players)) - before) / reads)
      figures[side].perSecond.push((reads * 1000) / passedMs)
    }
  }
  const toMedians = ({ cpuMs, perSecond }: (typeof figures)[Side]) => ({
    cpuMs: getMedian(cpuMs),
    perSecond: getMedian(perSecond),
  })
  return { one: toMedians(figures.one), two: toMedians(figures.two) }
}

/** Measures reads over HTTP, through one gateway. */
async function measureServers(
  { database, url }: TestDatabase,
  start: Start,
  { realms, gateways, agents }: GatewaySide,
): Promise<Record<Side, Figures>> {
  const requests = await Promise.all(
    realms.map(async ({ realmId }) => ({
      path: `/v3/company/${realmId}/customer/${customerId}`,
      headers: { authorization: `Bearer ${await createAccessToken(database, realmId)}`, accept: 'application/json' },
    })),
  )
  const startTarget = async (count: number, requestsOfTarget: Target['requests']): Promise<Target> => {
    const servers = await startAll(count, () => start({ name: 'server', databaseUrl: url }))
    return {
      origins: servers.map((server) => server.url),
      requests: requestsOfTarget,
      cpu: () => sumCpu([...servers, ...gateways, ...agents]),
    }
  }
  const targets = { one: await startTarget(1, takeHalf(requests)), two: await startTarget(2, requests) }
  return measureLoad(targets, { concurrency: realmsOfProcess, rounds, count: 1_000, warmUp: 4_000 })
}

type Figures = Pick<Load, 'cpuMs' | 'perSecond'>

function compare(name: 'gateways' | 'servers', { one, two }: Record<Side, Figures>): readonly Measurement[] {
  const cores = availableParallelism()
  const isMeasured = cores >= coresMin
  const cpu = `${two.cpuMs.toFixed(3)} ms against ${one.cpuMs.toFixed(3)} ms of all processes a read`
  return [
    {
      name: `two ${name} against one: processor time of a read`,
      ratio: two.cpuMs / one.cpuMs,
      goal: { atMost: 1.1 },
      detail: isMeasured ? cpu : `${cpu}; throughput was not measured: ${cores} cores, fewer than ${coresMin}`,
    },
    ...(isMeasured
      ? [
          {
            name: `two ${name} against one: throughput`,
            ratio: two.perSecond / one.perSecond,
            goal: { atLeast: 1.8 },
            detail: `${Math.round(two.perSecond)}/s against ${Math.round(one.perSecond)}/s, ${cores} cores`,
          },
        ]
      : []),
  ]
}

async function sumCpu(players: readonly RolePlayer[]): Promise<number> {
  return (await Promise.all(players.map((player) => player.cpu()))).reduce(add, 0)
}

function add(left: number, right: number): number {
  return left + right
}

function startAll(count: number, start: () => Promise<RolePlayer>): Promise<RolePlayer[]> {
  return Promise.all(Array.from({ length: count }, start))
}

function takeHalf<Item>(items: readonly Item[]): readonly Item[] {
  return split(items, 2)[0] ?? []
}

/** Splits a list into about equally long parts. */
function split<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  return Array.from({ length: count }, (_, place) => items.filter((_item, index) => index % count === place))
}
