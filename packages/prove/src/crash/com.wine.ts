import { expect, it } from 'vitest'
import { runSeeds } from './run-seeds.ts'
import { listPoints } from './schedule.ts'

/** A seed killing the COM host and QuickBooks at each of their points. `npm run crash -- com` runs more. */
const seeds = [136]

/** Programs stall under Wine now and then. A broken promise is never repeated. */
const retry = { count: 1, condition: /The schedule did not end|ended with SIGKILL/ }

it('applies each write once when COM hosts and QuickBooks are killed inside calls [dp-4.2-retries.5]', {
  retry,
}, async () => {
  const failures: string[] = []
  const killed = await runSeeds(seeds, {
    transports: 'com',
    onEnd: (_schedule, failure) => {
      if (failure !== undefined) failures.push(failure.message)
    },
  })
  if (failures.length > 0) throw new Error(failures.join('\n\n'))
  const inside = listPoints('com').filter((point) => /^(host|quickbooks) /.test(point))
  expect([...killed]).toEqual(expect.arrayContaining(inside))
})
