import { getPercentile, type Measurement } from './measurement.ts'

const mebibyte = 1024 ** 2

/** The calls of a tenant in one state of the service, idle or loaded. */
export interface Calls {
  /** Times of successful calls, in milliseconds. */
  readonly times: Readonly<Record<CallKind, readonly number[]>>
  /** Calls that failed, with their responses. */
  readonly failures: readonly string[]
}

export type CallKind = 'read' | 'write'

/** The largest resident size of each process, in bytes. */
export type PeakMemory = Readonly<Record<'server' | 'gateway', number>>

/** A load, and the calls of a tenant with and without it. */
export interface WorstCase {
  readonly name: string
  /** How much slower the calls may be with it. */
  readonly slowdownMax: number
  readonly idle: Calls
  readonly loaded: Calls
  readonly memory: PeakMemory
  /** How much of the load the service worked on, and how much it refused. */
  readonly reached: number
  readonly refused: number
}

/** The memory that a deployment requests for a process (`deploy/kubernetes`), in MiB. */
const mebibytesMax: PeakMemory = { server: 1_024, gateway: 512 }

/** Returns the figures of a load. A load that never reached the service has the ratio infinity. */
export function toMeasurements(
  { name, slowdownMax, idle, loaded, memory, reached, refused }: WorstCase,
  idleMemory: PeakMemory,
): readonly Measurement[] {
  const load = `${reached} repeats reached the service, ${refused} were refused`
  const failed = [...idle.failures, ...loaded.failures]
  const calls = [idle, loaded].flatMap(({ times }) => [...times.read, ...times.write]).length + failed.length
  return [
    ...(['read', 'write'] as const).map((kind): Measurement => {
      const [loadedMs, idleMs] = [getPercentile(loaded.times[kind], 0.99), getPercentile(idle.times[kind], 0.99)]
      return {
        name: `${name}: p99 of another tenant’s ${kind}s, against idle`,
        ratio: reached > 0 ? loadedMs / idleMs : Number.POSITIVE_INFINITY,
        goal: { atMost: slowdownMax },
        detail: `${printTimes(loaded.times[kind])} against ${printTimes(idle.times[kind])}; ${load}`,
      }
    }),
    {
      name: `${name}: calls of another tenant that failed`,
      ratio: failed.length,
      goal: { atMost: 0 },
      detail: `${failed.length} of ${calls}${failed.length === 0 ? '' : `: ${failed[0]}`}`,
    },
    ...(['server', 'gateway'] as const).map((process): Measurement => {
      const [peak, before] = [memory[process] / mebibyte, idleMemory[process] / mebibyte]
      return {
        name: `${name}: the most memory of the ${process}, against idle`,
        ratio: peak / before,
        goal: { atMost: mebibytesMax[process] / before },
        detail: `${peak.toFixed(0)} MiB against ${before.toFixed(0)} MiB; it may have ${mebibytesMax[process]} MiB`,
      }
    }),
  ]
}

function printTimes(times: readonly number[]): string {
  const ms = (share: number) => getPercentile(times, share).toFixed(1)
  return `median / p99 of ${times.length}: ${ms(0.5)} / ${ms(0.99)} ms`
}

/** Puts the calls of several rounds together. */
export function joinCalls(rounds: readonly Calls[]): Calls {
  return {
    times: {
      read: rounds.flatMap(({ times }) => times.read),
      write: rounds.flatMap(({ times }) => times.write),
    },
    failures: rounds.flatMap(({ failures }) => failures),
  }
}
