import { getMedian, getPercentile, type Measurement } from './measurement.ts'

const mebibyte = 1024 ** 2

/** A tenant's calls in one service state, idle or loaded. */
export interface Calls {
  /** Successful calls' times, in milliseconds. */
  readonly times: Readonly<Record<CallKind, readonly number[]>>
  /** Failed calls, with their responses. */
  readonly failures: readonly string[]
}

export type CallKind = 'read' | 'write'

/** Each process's largest resident size, in bytes. */
export type PeakMemory = Readonly<Record<'server' | 'gateway', number>>

/** A load, and how much slower a tenant's calls may be with it. */
export interface WorstCase {
  readonly name: string
  readonly maxSlowdown: number
}

/** A tenant's calls with a load, and without it. */
export interface LoadRun {
  readonly idle: Calls
  readonly loaded: Calls
  readonly memory: PeakMemory
  /** How much load the service worked on, and how much it refused. */
  readonly reached: number
  readonly refused: number
}

/** The memory requested for a process in a deployment (`deploy/kubernetes`), in MiB. */
const maxMebibytes: PeakMemory = { server: 1_024, gateway: 512 }

const kinds = ['read', 'write'] as const

/** Returns how much slower calls were with the load; infinity if it never reached the service. */
function getSlowdown({ idle, loaded, reached }: LoadRun, kind: CallKind): number {
  if (reached === 0) return Number.POSITIVE_INFINITY
  return getPercentile(loaded.times[kind], 0.99) / getPercentile(idle.times[kind], 0.99)
}

/** Returns whether calls were slower than they may be. One in a hundred calls also varies without a load. */
export function isTooSlow({ maxSlowdown }: WorstCase, run: LoadRun): boolean {
  return kinds.some((kind) => getSlowdown(run, kind) > maxSlowdown)
}

/** Returns a load's figures: the median slowdown over all runs, and the worst of everything else. */
export function toMeasurements(
  { name, maxSlowdown }: WorstCase,
  runs: readonly LoadRun[],
  idleMemory: PeakMemory,
): readonly Measurement[] {
  const rounds = runs.flatMap(({ idle, loaded }) => [idle, loaded])
  const failed = rounds.flatMap(({ failures }) => failures)
  const calls = rounds.flatMap(({ times }) => [...times.read, ...times.write]).length + failed.length
  return [
    ...kinds.map((kind): Measurement => {
      const slowdowns = runs.map((run) => getSlowdown(run, kind))
      const ratio = getMedian(slowdowns)
      const run = runs[slowdowns.indexOf(ratio)]
      const all = slowdowns.length > 1 ? `; median of ${slowdowns.map((each) => each.toFixed(2)).join(', ')}` : ''
      return {
        name: `${name}: p99 of another tenant’s ${kind}s, against idle`,
        ratio,
        goal: { atMost: maxSlowdown },
        detail: `${run === undefined ? '' : formatRun(run, kind)}${all}`,
      }
    }),
    {
      name: `${name}: calls of another tenant that failed`,
      ratio: failed.length,
      goal: { atMost: 0 },
      detail: `${failed.length} of ${calls}${failed.length === 0 ? '' : `: ${failed[0]}`}`,
    },
    ...(['server', 'gateway'] as const).map((process): Measurement => {
      const peak = Math.max(...runs.map(({ memory }) => memory[process])) / mebibyte
      const before = idleMemory[process] / mebibyte
      return {
        name: `${name}: the most memory of the ${process}, against idle`,
        ratio: peak / before,
        goal: { atMost: maxMebibytes[process] / before },
        detail: `${peak.toFixed(0)} MiB against ${before.toFixed(0)} MiB; it may have ${maxMebibytes[process]} MiB`,
      }
    }),
  ]
}

function formatRun({ idle, loaded, reached, refused }: LoadRun, kind: CallKind): string {
  const load = `${reached} repeats reached the service, ${refused} were refused`
  return `${formatTimes(loaded.times[kind])} against ${formatTimes(idle.times[kind])}; ${load}`
}

function formatTimes(times: readonly number[]): string {
  const ms = (share: number) => getPercentile(times, share).toFixed(1)
  return `median / p99 of ${times.length}: ${ms(0.5)} / ${ms(0.99)} ms`
}

/** Joins several rounds' calls. */
export function joinCalls(rounds: readonly Calls[]): Calls {
  return {
    times: {
      read: rounds.flatMap(({ times }) => times.read),
      write: rounds.flatMap(({ times }) => times.write),
    },
    failures: rounds.flatMap(({ failures }) => failures),
  }
}
