import { parseArgs } from 'node:util'
import { runLives } from './run-lives.ts'
import { runSeeds } from './run-seeds.ts'
import { createSchedule, formatSchedule, listPoints, type Schedule, type Transports } from './schedule.ts'

const usage = 'npm run crash -- [billing | webhooks | connector | transports | com] --seeds NUMBER | --seed SEED\n'

const { values, positionals } = parse()
const [subject] = positionals
const isBilling = subject === 'billing'

/** Each subject's transports. */
const transportsOf: Readonly<Record<string, Transports>> = {
  webhooks: 'webhooks',
  connector: 'connector',
  transports: 'both',
  com: 'com',
}
const transports = subject === undefined ? 'agent' : transportsOf[subject]
const onlySeed = values.seed === undefined ? undefined : Number(values.seed)
const first = onlySeed ?? 1
const count = onlySeed === undefined ? Number(values.seeds) : 1
const isValid = Number.isSafeInteger(first) && Number.isSafeInteger(count) && first >= 0 && count > 0
if (!isValid || positionals.length > 1 || (!isBilling && transports === undefined)) {
  exitWithUsage()
}

/** Subscription lives and writes through COM take seconds. */
const reportEvery = isBilling || transports === 'com' ? 100 : 500

const seeds = Array.from({ length: count }, (_, index) => first + index)
let finished = 0
let failed = 0
await (transports === undefined ? runBilling() : runWrites(transports))
process.stdout.write(`${count} seeds, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { seeds: { type: 'string', default: '200' }, seed: { type: 'string' } },
    })
  } catch (error) {
    return exitWithUsage(error)
  }
}

function exitWithUsage(error?: unknown): never {
  process.stderr.write(`${error instanceof Error ? `${error.message}\n` : ''}${usage}`)
  process.exit(1)
}

async function runWrites(transports: Transports): Promise<void> {
  if (onlySeed !== undefined) process.stdout.write(`${formatSchedule(createSchedule(onlySeed, transports))}\n`)
  const onEnd = ({ seed }: Schedule, failure?: Error) => report(seed, failure)
  const killed = await runSeeds(seeds, { transports, onEnd })
  const missed = listPoints(transports).filter((point) => !killed.has(point))
  if (onlySeed !== undefined) return
  process.stdout.write(missed.length === 0 ? 'Every point was reached\n' : `Not reached: ${missed.join(', ')}\n`)
}

async function runBilling(): Promise<void> {
  const { kills, events, gateChecks } = await runLives(seeds, { onEnd: report })
  process.stdout.write(`${kills} kills, ${events} events, ${gateChecks} checks of the gate\n`)
}

function report(seed: number, failure: Error | undefined): void {
  finished += 1
  if (failure !== undefined) {
    failed += 1
    const command = `npm run crash -- ${subject === undefined ? '' : `${subject} `}--seed ${seed}`
    process.stderr.write(`✗ ${failure.message}\n  repeat: ${command}\n`)
  }
  if (finished % reportEvery === 0) process.stdout.write(`${finished} of ${count}, ${failed} failed\n`)
}
