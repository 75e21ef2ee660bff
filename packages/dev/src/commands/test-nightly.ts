import { formatTime } from '../tasks/test-progress.ts'
import { command as attack } from './attack.ts'
import { defineCommand } from './command.ts'
import { command as crash } from './crash.ts'
import { command as soak } from './soak.ts'
import { test } from './test.ts'
import { testAlerts } from './test-alerts.ts'
import { testChart } from './test-chart.ts'
import { testDeployment } from './test-deployment.ts'
import { testSlow } from './test-slow.ts'
import { testUpgrade } from './test-upgrade.ts'
import { testWindows } from './test-windows.ts'

export const command = defineCommand({ run: () => testNightly() })

/** Commands, and the arguments with which they run at night. */
const steps: readonly (readonly [string, () => Promise<number>])[] = [
  ['npm test, with ten times as much random input', () => test({ dateOfCommit: true, scale: 10 })],
  ['npm run test:slow', () => testSlow({ scale: 10 })],
  ['npm run test:alerts', () => testAlerts({ isRequired: true })],
  ['npm run test:chart', () => testChart()],
  ['npm run test:deployment', () => testDeployment({ isRequired: true })],
  ['npm run test:upgrade -- --from 61b74f5 --megabytes 1024', () => testUpgrade('61b74f5', 1_024)],
  ['npm run test:upgrade -- --from 86700bac --megabytes 1024', () => testUpgrade('86700bac', 1_024)],
  ['npm run test:windows', () => testWindows({ host: false, isRequired: true })],
  ['npm run attack', () => attack([])],
  ['npm run crash', () => crash(['--seeds', '1000'])],
  ['npm run crash -- connector', () => crash(['connector', '--seeds', '80'])],
  ['npm run crash -- transports', () => crash(['transports', '--seeds', '80'])],
  ['npm run crash -- webhooks', () => crash(['webhooks', '--seeds', '1000'])],
  ['npm run crash -- com', () => crash(['com', '--seeds', '20'])],
  ['npm run crash -- billing', () => crash(['billing', '--seeds', '200'])],
  ['npm run soak', () => soak(['--minutes', '10'])],
]

/** `npm run test:nightly`: runs every test at full size, one step after the other. Returns the exit code. */
async function testNightly(): Promise<number> {
  const results: string[] = []
  for (const [name, run] of steps) {
    process.stdout.write(`\n── ${name}\n`)
    const startedAt = performance.now()
    const code = await run()
    results.push(`${code === 0 ? '✓' : '✗'} ${name} (${formatTime(performance.now() - startedAt)})`)
  }
  process.stdout.write(`\n${results.join('\n')}\n`)
  return results.every((result) => result.startsWith('✓')) ? 0 : 1
}
