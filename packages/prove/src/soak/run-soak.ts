import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import pMap from 'p-map'
import { callKinds } from './calls.ts'
import { checkBooks } from './check-books.ts'
import { createCompanyClient } from './company-client.ts'
import { findUnexplained } from './find-unexplained.ts'
import type { Incident, IncidentRecord } from './incidents.ts'
import { type Attempt, type Load, startLoad } from './load.ts'
import { type MemoryRow, summarizeMemory, watchMemory } from './memory.ts'
import { type SoakService, startSoakService } from './service.ts'

/** A soak test phase: steps with incidents, or one without. */
export interface Phase {
  readonly name: string
  /** Each step's incidents, one after the other. */
  readonly steps: readonly (readonly Incident[])[]
  /** How long each step takes at least, in milliseconds. */
  readonly msMin: number
  /** How long nothing happens after each incident, in milliseconds. */
  readonly calmMs: number
}

export interface SoakOptions {
  readonly seed: number
  readonly agents: number
  readonly phases: readonly Phase[]
  /** How many calls are under way at a time, and the longest pause after each. */
  readonly atOnce: number
  readonly maxPauseMs: number
  /** How much longer than on a quiet machine faults are explained by an incident, in milliseconds. */
  readonly slackMs: number
  readonly report?: (line: string) => void
}

/** A phase and its time, by `performance.now()`. */
export interface PhaseRecord {
  readonly name: string
  readonly from: number
  readonly until: number
}

export interface SoakResult {
  readonly attempts: readonly Attempt[]
  readonly incidents: readonly IncidentRecord[]
  readonly phases: readonly PhaseRecord[]
  readonly memory: readonly MemoryRow[]
  /** Every broken promise. */
  readonly problems: readonly string[]
  /** The folder with logs and company files, which is kept if there are problems. */
  readonly folder: string
}

/** Runs a service under load while its programs end and start, and checks the books at the end. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { report = () => undefined } = options
  report(`Starting 2 servers, 2 gateways and ${options.agents} agents`)
  const service = await startSoakService(options.agents)
  let keepsFolder = true
  try {
    const result = await soak(service, options, report)
    keepsFolder = result.problems.length > 0
    return result
  } finally {
    await service.close({ keepsFolder })
  }
}

async function soak(service: SoakService, options: SoakOptions, report: (line: string) => void): Promise<SoakResult> {
  const { seed, atOnce, maxPauseMs, slackMs } = options
  const clients = service.realms.map((realm) => createCompanyClient(realm, service.baseline))
  const random = createSeededRandom(seed)
  const memory = watchMemory(service)
  const incidents: IncidentRecord[] = []
  const phases: PhaseRecord[] = []
  const failures: string[] = []
  const load = startLoad({ url: service.url, clients, random, atOnce, maxPauseMs })
  try {
    for (const phase of options.phases) {
      const from = performance.now()
      report(phase.name)
      for (const step of phase.steps) {
        const startedAt = performance.now()
        for (const incident of step) {
          report(`  ${incident.name}`)
          const record = await runIncident(incident, phase, service)
          incidents.push(record)
          await untilAllSucceed(load)
          await delay(record.until + phase.calmMs - performance.now())
        }
        if (step.length === 0) await untilAllSucceed(load)
        await delay(startedAt + phase.msMin - performance.now())
      }
      phases.push({ name: phase.name, from, until: performance.now() })
    }
  } catch (error) {
    // The books are checked in any case.
    failures.push(error instanceof Error ? error.message : String(error))
  } finally {
    memory.stop()
    await load.stop()
  }
  report('Checking the books')
  await service.programs.agents.program.end('SIGTERM')
  const baselineIds = new Set(service.baseline.documents.map(({ kind, id }) => `${kind} ${id}`))
  const wrongBooks = await pMap(clients, (client) => checkBooks(client, baselineIds), { concurrency: 4 })
  return {
    attempts: load.attempts,
    incidents,
    phases,
    memory: summarizeMemory(memory.samples),
    folder: service.folder,
    problems: [
      ...failures,
      ...load.problems,
      ...wrongBooks.flat(),
      ...service.unexpectedEnds,
      ...findUnexplained(load.attempts, incidents, slackMs),
    ],
  }
}

async function runIncident(
  { run, ...traits }: Incident,
  { name: phase }: Phase,
  service: SoakService,
): Promise<IncidentRecord> {
  const from = performance.now()
  const goneAt = await run(service)
  return { ...traits, phase, from, goneAt, until: performance.now() }
}

const maxRecoveryMs = 180_000

/** Resolves when calls of every kind have succeeded from now on. */
async function untilAllSucceed({ attempts }: Load): Promise<void> {
  const first = attempts.length
  const until = performance.now() + maxRecoveryMs
  for (;;) {
    const succeeded = new Set(attempts.slice(first).flatMap(({ kind, outcome }) => (outcome === '200' ? [kind] : [])))
    const missing = callKinds.filter((kind) => !succeeded.has(kind))
    if (missing.length === 0) return
    if (performance.now() > until) throw new Error(`No success in ${maxRecoveryMs} ms of: ${missing.join(', ')}`)
    await delay(100)
  }
}
