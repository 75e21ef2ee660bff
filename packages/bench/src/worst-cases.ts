import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTenant } from '@bridge/harness/create-tenant'
import { callNeighbor, type NeighborCall } from '@bridge/prove/attack/call-neighbor'
import { anonymousLoads, loads } from '@bridge/prove/attack/loads'
import type { LoadCounts, LoadTarget } from '@bridge/prove/attack/run-load'
import { type ProcessTarget, startProcessTarget } from '@bridge/prove/attack/start-process-target'
import { serverDefaults } from '@bridge/server'
import type { Measurement } from './measurement.ts'
import { readPeakMemory, resetPeakMemory } from './peak-memory.ts'
import { runWhenIdle } from './run-when-idle.ts'
import { waitUntilIdle } from './wait-until-idle.ts'
import { type CallKind, type Calls, isTooSlow, joinCalls, type LoadRun, toMeasurements } from './worst-case-figures.ts'

const loadProgram = fileURLToPath(new URL('worst-case-load.ts', import.meta.url))
/**
 * How long the rounds take, in milliseconds. Each load has an idle round before it, and one after it. Most loads are
 * limited by requests per minute, which may be made at once: a round has a whole minute.
 */
const msOfRound = { idle: 10_000, loaded: 60_000 }
const readsPerWrite = 4
/** The share of calls showing whether the service is idle again: some are slow even then. */
const settledShare = 0.9
const warmUpMs = 5_000
/** The runs per load with too slow calls. Their median slowdown counts. */
const runsOfSlow = 3
const maxSlowdown = { visitor: 1.5, other: 2 }

const manifest = readFileSync(new URL('../../../deploy/kubernetes/servers.yaml', import.meta.url), 'utf8')
const [, nodeOptions] = /name: NODE_OPTIONS, value: (.+) \}/.exec(manifest) ?? []
if (nodeOptions === undefined) throw new Error('The manifest for servers sets no NODE_OPTIONS.')

/** A deployment's memory and request limits. */
const env = {
  NODE_OPTIONS: nodeOptions,
  REST_REQUESTS_PER_MINUTE: String(serverDefaults.restRequestsPerMinute),
  SANDBOX_CALLS_PER_DAY: String(serverDefaults.sandboxCallsPerDay),
}

const neighborCalls: Readonly<Record<CallKind, NeighborCall>> = {
  read: 'company file query',
  write: 'company file create',
}

/** What the load process knows about the service. */
export type AttackedService = Pick<LoadTarget, 'origin' | 'port' | 'pagesOrigin' | 'gatewayOrigin' | 'victim'> & {
  readonly databaseUrl: string
}

/** A load to start, and who makes it: each load has its own tenant, whose quotas are unused. */
export type LoadToStart = Pick<LoadTarget, 'attacker'> & { readonly name: string }

const chosenPrefix = 'worst-cases: '

/** Returns the measures for names like `worst-cases: a visitor`, each for the loads with the text in their names. */
export function chooseWorstCases(names: readonly string[]): Readonly<Record<string, typeof measureWorstCases>> {
  const chosen = names.filter((name) => name.startsWith(chosenPrefix))
  return Object.fromEntries(chosen.map((name) => [name, () => measureWorstCases(name.slice(chosenPrefix.length))]))
}

/**
 * Measures a tenant's calls, with a company file behind an agent, while each of the attacks' worst loads runs, between
 * idle rounds. Only this tenant has no request limit, because a minute's requests would be too few to measure.
 *
 * @param text chooses the loads with it in their names
 */
export async function measureWorstCases(text = ''): Promise<readonly Measurement[]> {
  const names = Object.keys(loads).filter((name) => name.includes(text))
  if (names.length === 0) throw new Error(`There is no load “${text}” among ${Object.keys(loads).join('; ')}.`)
  const target = await startProcessTarget({ env, limits: {}, servesPagesApart: true })
  const attacker = await startAttacker(target)
  try {
    await liftLimit(target, names.length)
    await measureRound(target, warmUpMs)
    const first = await watchMemory(target, () => measureRound(target, msOfRound.idle))
    const measurements: Measurement[] = []
    let before = first.result
    let tenants = 0
    const measureRun = async (name: string): Promise<LoadRun> => {
      tenants += 1
      await attacker.start({ name, attacker: await createTenant(target.database, `attacker-${tenants}`) })
      const { result, memory } = await watchMemory(target, () => measureRound(target, msOfRound.loaded))
      const counts = await attacker.stop()
      // Work running when the load ends is finished first.
      await waitUntilIdle(() => call(target, 'read').then(({ ms }) => ms), settledShare)
      const after = await measureRound(target, msOfRound.idle)
      const idle = joinCalls([before, after])
      const loaded = { ...result, failures: [...result.failures, ...target.unexpectedEnds] }
      before = after
      return { idle, loaded, memory, ...counts }
    }
    for (const [index, name] of names.entries()) {
      process.stderr.write(`… ${index + 1} of ${names.length}: ${name}\n`)
      const worstCase = { name, maxSlowdown: maxSlowdown[name in anonymousLoads ? 'visitor' : 'other'] }
      const runs = [await measureRun(name)]
      while (runs.length < runsOfSlow && runs.some((run) => isTooSlow(worstCase, run)))
        runs.push(await measureRun(name))
      measurements.push(...toMeasurements(worstCase, runs, first.memory))
    }
    return measurements
  } finally {
    attacker.end()
    await target.close()
  }
}

const minuteMs = 60_000
/** The minutes a load's runs take, more than enough. */
const minutesOfLoad = 10

/** Gives the measured tenant more requests than it can make, in each minute the loads may take. */
async function liftLimit({ database, victim }: ProcessTarget, loadCount: number): Promise<void> {
  const thisMinute = Math.floor(Date.now() / minuteMs)
  const windows = Array.from({ length: minutesOfLoad * (loadCount + 1) }, (_, minute) => ({
    key: `rest:${victim.productionId}`,
    startsAt: new Date((thisMinute + minute) * minuteMs),
    taken: -1_000_000,
  }))
  await database.rateWindow.createMany({ data: windows, skipDuplicates: true })
}

/** Makes reads one by one, and a write after every few, for some time. */
async function measureRound(target: ProcessTarget, ms: number): Promise<Calls> {
  const times: Record<CallKind, number[]> = { read: [], write: [] }
  const failures: string[] = []
  const add = async (kind: CallKind) => {
    const { ms, failed } = await call(target, kind)
    if (failed.length === 0) times[kind].push(ms)
    failures.push(...failed)
  }
  const until = performance.now() + ms
  for (let count = 1; performance.now() < until; count += 1) {
    await add('read')
    if (count % readsPerWrite === 0) await add('write')
  }
  return { times, failures }
}

async function call(target: ProcessTarget, kind: CallKind) {
  const startedAt = performance.now()
  const failed = await callNeighbor(target, [neighborCalls[kind]])
  return { ms: performance.now() - startedAt, failed }
}

/** Also returns the most memory used by the tenant's processes while the work is done. */
async function watchMemory<Result>({ programs }: ProcessTarget, work: () => Promise<Result>) {
  const ids = [programs['other server'].getProcessId(), programs.gateway.getProcessId()] as const
  await Promise.all(ids.map(resetPeakMemory))
  const result = await work()
  const [server, gateway] = [await readPeakMemory(ids[0]), await readPeakMemory(ids[1])]
  return { result, memory: { server, gateway } }
}

/**
 * Starts the load process. It runs only when the service does not, because attackers and their agents run on other
 * machines.
 */
async function startAttacker({ origin, port, pagesOrigin, gatewayOrigin, victim, postgres }: ProcessTarget) {
  const service: AttackedService = { origin, port, pagesOrigin, gatewayOrigin, victim, databaseUrl: postgres.url }
  const child = fork(loadProgram, [JSON.stringify(service)])
  runWhenIdle(child)
  await receive(child)
  return {
    /** Resolves when the service has worked on the load, or if it does not in time. */
    async start(load: LoadToStart): Promise<void> {
      child.send(load)
      await receive(child)
    },
    async stop(): Promise<LoadCounts> {
      child.send('stop')
      return (await receive(child)) as LoadCounts
    },
    end: () => void child.kill('SIGKILL'),
  }
}

async function receive(child: ChildProcess): Promise<unknown> {
  const done = new AbortController()
  const ended = once(child, 'exit', { signal: done.signal }).then(([code]) => {
    throw new Error(`The process of the loads ended with ${code}.`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message
  } finally {
    ended.catch(() => undefined)
    done.abort()
  }
}
