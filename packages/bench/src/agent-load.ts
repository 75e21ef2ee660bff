import { Pool } from 'undici'
import { getMedian } from './measurement.ts'

/** Servers under load, each from as many concurrent callers. Each repeats one request. */
export interface Target {
  readonly origins: readonly string[]
  readonly requests: readonly { readonly path: string; readonly headers: Record<string, string> }[]
  /** Its processes' processor time so far, in milliseconds. */
  readonly cpu: () => Promise<number>
}

/** A target's median figures. */
export interface Load {
  /** A request's latency. */
  readonly ms: number
  readonly perSecond: number
  /** All its processes' processor time per request, in milliseconds. */
  readonly cpuMs: number
}

/** Measures `count` requests to each target's servers, alternating between the targets within one run. */
export async function measureLoad<Name extends string>(
  targets: Record<Name, Target>,
  { concurrency, rounds, count, warmUp }: { concurrency: number; rounds: number; count: number; warmUp: number },
): Promise<Record<Name, Load>> {
  const entries = Object.entries<Target>(targets).map(([name, target]) => ({
    name,
    target,
    pools: target.origins.map((origin) => new Pool(origin, { connections: concurrency, pipelining: 1 })),
    times: [] as number[],
    rates: [] as number[],
    cpus: [] as number[],
  }))
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const { target, pools, times, rates, cpus } of entries) {
      const cpuBefore = await target.cpu()
      // The first turn is the warm-up, long enough for the compiler.
      const calls = (turn < 0 ? warmUp : count) * pools.length
      const result = await round(pools, target, calls, concurrency)
      if (turn < 0) continue
      times.push(...result.times)
      rates.push(result.perSecond)
      cpus.push(((await target.cpu()) - cpuBefore) / calls)
    }
  }
  await Promise.all(entries.flatMap(({ pools }) => pools.map((pool) => pool.close())))
  const loads = entries.map(({ name, times, rates, cpus }): [string, Load] => [
    name,
    { ms: getMedian(times), perSecond: getMedian(rates), cpuMs: getMedian(cpus) },
  ])
  return Object.fromEntries(loads) as Record<Name, Load>
}

/** Sends `count` requests, `concurrency` at a time to each server. Returns each latency in milliseconds, and requests per second. */
async function round(pools: readonly Pool[], { requests }: Target, count: number, concurrency: number) {
  const times: number[] = []
  let left = count
  const one = async (caller: number) => {
    const request = requests[caller % requests.length]
    const pool = pools[caller % pools.length]
    if (request === undefined || pool === undefined) throw new Error('The target has no requests.')
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', ...request })
      const text = await body.text()
      times.push(performance.now() - startedAt)
      if (statusCode !== 200) throw new Error(`${request.path} returned ${statusCode}: ${text.slice(0, 300)}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrency * pools.length }, (_, caller) => one(caller)))
  return { times, perSecond: (count * 1000) / (performance.now() - startedAt) }
}
