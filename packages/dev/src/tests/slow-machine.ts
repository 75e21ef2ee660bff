import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A machine made slower by threads competing for its processors. */
export interface SlowMachine {
  /** How many times as long a loop takes, as measured. */
  readonly factor: number
  /** Ends the threads. */
  stop(): Promise<unknown>
}

/** A machine's processors, its measured speed, and busy threads; this machine's by default. */
export interface SlowMachineTools {
  readonly cores: number
  /** Returns how much work this thread gets done, in any unit. */
  readonly measureWork: () => number
  /** Starts a thread working without a pause. Resolves with a function ending it once it works. */
  readonly startThread: () => Promise<() => Promise<unknown>>
}

const maxThreadsPerCore = 16

/**
 * Makes this machine slower for every program on it: for the browser, the service and the database alike. Starts threads
 * until a loop takes `factor` times as long.
 *
 * @throws if it does not with as many threads as there may be
 */
export async function slowMachine(
  factor: number,
  { cores, measureWork, startThread }: SlowMachineTools = ownTools,
): Promise<SlowMachine> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = () => Promise.all(ends.map((end) => end()))
  const usual = measureWork()
  for (let threads = 0; threads < cores * maxThreadsPerCore; threads += cores) {
    ends.push(...(await Promise.all(Array.from({ length: cores }, startThread))))
    const reached = usual / measureWork()
    if (reached >= factor) return { factor: reached, stop }
  }
  await stop()
  throw new Error(`${ends.length} busy threads do not make this machine ${factor} times slower.`)
}

const measureMs = 500

const ownTools: SlowMachineTools = {
  cores: availableParallelism(),
  measureWork: () => {
    const until = performance.now() + measureMs
    let turns = 0
    while (performance.now() < until) turns += 1
    return turns
  },
  startThread: async () => {
    const worker = new Worker('for (;;);', { eval: true })
    await new Promise<void>((resolve, reject) => worker.once('online', resolve).once('error', reject))
    return () => worker.terminate()
  },
}
