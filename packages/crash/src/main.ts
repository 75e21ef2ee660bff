import { parseArgs } from 'node:util'
import { runSeeds } from './run-seeds.ts'
import { printSchedule, scheduleOf } from './schedule.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '200' }, seed: { type: 'string' } } })
const one = values.seed === undefined ? undefined : Number(values.seed)
const first = one ?? 1
const count = one === undefined ? Number(values.seeds) : 1
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first < 0 || count < 1) {
  process.stderr.write('npm run crash -- --seeds NUMBER | --seed SEED\n')
  process.exit(1)
}

if (one !== undefined) process.stdout.write(`${printSchedule(scheduleOf(one))}\n`)
let ended = 0
let failed = 0
await runSeeds(
  Array.from({ length: count }, (_, index) => first + index),
  {
    onEnd: ({ seed }, failure) => {
      ended += 1
      if (failure !== undefined) {
        failed += 1
        process.stderr.write(`✗ ${failure.message}\n  again: npm run crash -- --seed ${seed}\n`)
      }
      if (ended % 500 === 0) process.stdout.write(`${ended} of ${count}, ${failed} failed\n`)
    },
  },
)
process.stdout.write(`${count} seeds, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
