import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { formatResult } from './format-result.ts'
import { listGoals } from './goals.ts'
import { planPhases, planRolling } from './plan-phases.ts'
import { runSoak } from './run-soak.ts'

const usage = 'npm run soak -- [--minutes NUMBER | --rolling] [--agents NUMBER] [--seed SEED]\n'

const { values } = parse()
const minutes = Number(values.minutes)
const agents = Number(values.agents)
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
if (![minutes, agents, seed].every((each) => Number.isSafeInteger(each) && each >= 0) || agents < 1) {
  exitWithUsage()
}

process.stdout.write(`Seed ${seed}\n`)
const result = await runSoak({
  seed,
  agents,
  phases: values.rolling ? planRolling() : planPhases(seed, minutes),
  atOnce: 16,
  maxPauseMs: 1_000,
  slackMs: 0,
  report: (line) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`),
})
process.stdout.write(`\n${formatResult(result)}`)
process.exit(result.problems.length === 0 && listGoals(result).every(({ isMet }) => isMet) ? 0 : 1)

function parse() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        agents: { type: 'string', default: '200' },
        seed: { type: 'string' },
        rolling: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return exitWithUsage(error)
  }
}

function exitWithUsage(error?: unknown): never {
  process.stderr.write(`${error instanceof Error ? `${error.message}\n` : ''}${usage}`)
  process.exit(1)
}
