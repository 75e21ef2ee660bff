import { parseArgs } from 'node:util'
import { runSeeds } from './run-seeds.ts'
import { createSchedule, printSchedule } from './schedule.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '200' }, seed: { type: 'string' } } })
const onlySeed = values.seed === undefined ? undefined : Number(values.seed)
const first = onlySeed ?? 1
const count = onlySeed === undefined ? Number(values.seeds) : 1
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first < 0 || count < 1) {
  process.stderr.write('npm run crash -- --seeds NUMBER | --seed SEED\n')
  process.exit(1)
}

if (onlySeed !== undefined) process.stdout.write(`${printSchedule(createSchedule(onlySeed))}\n`)
let finished = 0
let failed = 0
await runSeeds(
  Array.from({ length: count }, (_, index) => first + index),
  {
    onEnd: ({ seed }, failure) => {
      finished += 1
      if (failure !== undefined) {
        failed += 1
        process.stderr.write(`✗ ${failure.message}\n  repeat: npm run crash -- --seed ${seed}\n`)
      }
      if (finished % 500 === 0) process.stdout.write(`${finished} of ${count}, ${failed} failed\n`)
    },
  },
)
process.stdout.write(`${count} seeds, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
