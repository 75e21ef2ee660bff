import { cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** How busy the machine is with everything on it. */
export interface MachineLoad {
  /** All processors' busy share, from 0 to 1. */
  readonly busyShare: number
  /** The last minute's load average. */
  readonly average: number
}

type Processor = Pick<ReturnType<typeof cpus>[number], 'times'>

const sampleMs = 1_000
/** What a system and the terminal take on their own. */
const maxQuietShare = 0.1

/** Measures the machine's load for a second. */
export async function measureMachineLoad(): Promise<MachineLoad> {
  const first = cpus()
  await delay(sampleMs)
  return { busyShare: getBusyShare(first, cpus()), average: loadavg()[0] ?? 0 }
}

/** Describes the load before and after a measurement, with a warning where something else was running. */
export function describeLoad({ before, after }: { readonly before: MachineLoad; readonly after: MachineLoad }): string {
  const busy = `${toPercent(before.busyShare)} busy before, ${toPercent(after.busyShare)} after`
  const averages = `load average ${before.average.toFixed(1)} and ${after.average.toFixed(1)}`
  return Math.max(before.busyShare, after.busyShare) <= maxQuietShare
    ? `machine: ${busy} (${averages})`
    : `WARNING: the machine was not quiet (${busy}; ${averages}): repeat this measurement`
}

/** Returns the processors' busy share between two samples. */
export function getBusyShare(first: readonly Processor[], second: readonly Processor[]): number {
  const total = sum(second, getTotalMs) - sum(first, getTotalMs)
  const idle = sum(second, getIdleMs) - sum(first, getIdleMs)
  return total <= 0 ? 0 : (total - idle) / total
}

function sum(processors: readonly Processor[], getMs: (processor: Processor) => number): number {
  return processors.reduce((ms, processor) => ms + getMs(processor), 0)
}

function getTotalMs({ times }: Processor): number {
  return times.user + times.nice + times.sys + times.idle + times.irq
}

function getIdleMs({ times }: Processor): number {
  return times.idle
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`
}
