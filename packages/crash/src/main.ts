import { parseArgs } from 'node:util'
import { createRig } from './rig.ts'
import { printSchedule, scheduleOf } from './schedule.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '200' }, seed: { type: 'string' } } })
const one = values.seed === undefined ? undefined : Number(values.seed)
const first = one ?? 1
const count = one === undefined ? Number(values.seeds) : 1
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first < 0 || count < 1) {
  process.stderr.write('npm run crash -- --seeds NUMBER | --seed SEED\n')
  process.exit(1)
}

const rig = await createRig()
let failed = 0
for (let seed = first; seed < first + count; seed += 1) {
  const schedule = scheduleOf(seed)
  if (one !== undefined) process.stdout.write(`${printSchedule(schedule)}\n`)
  try {
    await rig.run(schedule)
  } catch (error) {
    failed += 1
    process.stderr.write(
      `✗ ${error instanceof Error ? error.message : error}\n  again: npm run crash -- --seed ${seed}\n`,
    )
  }
  if ((seed - first + 1) % 500 === 0) process.stdout.write(`${seed - first + 1} of ${count}, ${failed} failed\n`)
}
await rig.close()
process.stdout.write(`${count} seeds, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
