import { Pool } from 'undici'
import { medianOf } from './measurement.ts'

/** What is asked for again and again. */
export interface Target {
  readonly origin: string
  readonly path: string
  readonly headers: Record<string, string>
}

/** Sends `count` requests, `concurrency` at a time; the time of each in milliseconds, and requests a second. */
const round = async (pool: Pool, { path, headers }: Target, count: number, concurrency: number) => {
  const times: number[] = []
  let left = count
  const one = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      const text = await body.text()
      times.push(performance.now() - startedAt)
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 300)}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrency }, one))
  return { times, perSecond: (count * 1000) / (performance.now() - startedAt) }
}

/** The median time of a request and the median throughput of each target, measured in turns in one run. */
export const measureLoad = async <Name extends string>(
  targets: Record<Name, Target>,
  { concurrency, rounds, count }: { concurrency: number; rounds: number; count: number },
): Promise<Record<Name, { ms: number; perSecond: number }>> => {
  const entries = Object.entries<Target>(targets).map(([name, target]) => ({
    name,
    target,
    pool: new Pool(target.origin, { connections: concurrency, pipelining: 1 }),
    times: [] as number[],
    rates: [] as number[],
  }))
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const { target, pool, times, rates } of entries) {
      const result = await round(pool, target, count, concurrency)
      // The first turn only warms up.
      if (turn < 0) continue
      times.push(...result.times)
      rates.push(result.perSecond)
    }
  }
  await Promise.all(entries.map(({ pool }) => pool.close()))
  const results = entries.map(({ name, times, rates }) => [name, { ms: medianOf(times), perSecond: medianOf(rates) }])
  return Object.fromEntries(results)
}
