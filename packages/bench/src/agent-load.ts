import { Pool } from 'undici'
import { medianOf } from './measurement.ts'

/** What is asked for again and again: each of the concurrent callers keeps to one of the requests. */
export interface Target {
  readonly origin: string
  readonly requests: readonly { readonly path: string; readonly headers: Record<string, string> }[]
  /** Milliseconds of processor time that its processes used so far. */
  readonly cpu: () => Promise<number>
}

/** What a target took, each the median of what it is. */
export interface Load {
  /** Time of a request. */
  readonly ms: number
  readonly perSecond: number
  /** Processor time of all its processes for a request, in milliseconds. */
  readonly cpuMs: number
}

/** What a request to each target takes, measured in turns in one run. */
export async function measureLoad<Name extends string>(
  targets: Record<Name, Target>,
  { concurrency, rounds, count, warmUp }: { concurrency: number; rounds: number; count: number; warmUp: number },
): Promise<Record<Name, Load>> {
  const entries = Object.entries<Target>(targets).map(([name, target]) => ({
    name,
    target,
    pool: new Pool(target.origin, { connections: concurrency, pipelining: 1 }),
    times: [] as number[],
    rates: [] as number[],
    cpus: [] as number[],
  }))
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const { target, pool, times, rates, cpus } of entries) {
      const cpuBefore = await target.cpu()
      // The first turn only warms up, long enough for what is measured to be compiled.
      const result = await round(pool, target, turn < 0 ? warmUp : count, concurrency)
      if (turn < 0) continue
      times.push(...result.times)
      rates.push(result.perSecond)
      cpus.push(((await target.cpu()) - cpuBefore) / count)
    }
  }
  await Promise.all(entries.map(({ pool }) => pool.close()))
  const loads = entries.map(({ name, times, rates, cpus }): [string, Load] => [
    name,
    { ms: medianOf(times), perSecond: medianOf(rates), cpuMs: medianOf(cpus) },
  ])
  return Object.fromEntries(loads) as Record<Name, Load>
}

/** Sends `count` requests, `concurrency` at a time; the time of each in milliseconds, and requests a second. */
async function round(pool: Pool, { requests }: Target, count: number, concurrency: number) {
  const times: number[] = []
  let left = count
  const one = async (caller: number) => {
    const request = requests[caller % requests.length]
    if (request === undefined) throw new Error('There is nothing to ask for.')
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', ...request })
      const text = await body.text()
      times.push(performance.now() - startedAt)
      if (statusCode !== 200) throw new Error(`${request.path} answered ${statusCode}: ${text.slice(0, 300)}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrency }, (_, caller) => one(caller)))
  return { times, perSecond: (count * 1000) / (performance.now() - startedAt) }
}
