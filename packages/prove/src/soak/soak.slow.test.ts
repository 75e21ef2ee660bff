import { expect, it } from 'vitest'
import { bounceDatabase, endProgram, replaceProgram } from './incidents.ts'
import { runSoak } from './run-soak.ts'

const atOnce = { msMin: 0, calmMs: 0 }
const phases = [
  { name: 'quiet', steps: [[]], ...atOnce },
  { name: 'rolling restart', steps: [[replaceProgram('gateway 1'), replaceProgram('server 1')]], ...atOnce },
  {
    name: 'incidents',
    steps: [
      [
        endProgram('server 2', 'SIGKILL'),
        bounceDatabase(2_000),
        endProgram('gateway 2', 'SIGKILL'),
        endProgram('agents', 'SIGKILL'),
      ],
    ],
    ...atOnce,
  },
]

it('has every write once in the books after programs were replaced and killed and the database was away [dp-4.2-retries.5]', async () => {
  const { attempts, problems } = await runSoak({
    seed: 1,
    agents: 20,
    phases,
    atOnce: 8,
    maxPauseMs: 200,
    // How long the parts take to find each other again depends on the machine.
    slackMs: 120_000,
  })
  expect(problems).toEqual([])
  expect(attempts.filter(({ outcome }) => outcome === '200').length).toBeGreaterThan(0)
}, 480_000)
