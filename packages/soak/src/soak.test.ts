import { expect, it } from 'vitest'
import { bounceDatabase, endProgram, replaceProgram } from './incidents.ts'
import { runSoak } from './run-soak.ts'

// soak.slow.test.ts has every program.
const steps = [[replaceProgram('server 1'), endProgram('gateway 1', 'SIGKILL'), bounceDatabase(500)]]

it('has every write once in the books after a server was replaced, a gateway killed and the database away [dp-4.2-retries.5]', async () => {
  const { attempts, problems } = await runSoak({
    seed: 1,
    agents: 4,
    phases: [{ name: 'incidents', steps, msMin: 0, calmMs: 0 }],
    atOnce: 4,
    pauseMsMax: 100,
    // How long the parts take to find each other again depends on the machine.
    slackMs: 120_000,
  })
  expect(problems).toEqual([])
  expect(attempts.filter(({ outcome }) => outcome === '200').length).toBeGreaterThan(0)
}, 600_000)
