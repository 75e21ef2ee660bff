import { formatTime } from '../tasks/test-progress.ts'
import { attack } from './attack.ts'
import { crash } from './crash.ts'
import { soak } from './soak.ts'
import { test, testSlow } from './test.ts'
import { testAlerts } from './test-alerts.ts'
import { testWindows } from './test-windows.ts'

const seeds = { subject: undefined, seeds: undefined, seed: undefined }

/** Commands, and the arguments with which they run at night. */
const steps: readonly (readonly [string, () => Promise<number>])[] = [
  ['npm test, with ten times as much random input', () => test({ dateOfCommit: true, scale: 10 })],
  ['npm run test:slow', () => testSlow({ scale: 10 })],
  ['npm run test:alerts', () => testAlerts({ isRequired: true })],
  ['npm run test:windows', () => testWindows({ host: false, isRequired: true })],
  ['npm run attack', () => attack([])],
  ['npm run crash', () => crash({ ...seeds, seeds: '1000' })],
  ['npm run crash -- connector', () => crash({ ...seeds, subject: 'connector', seeds: '80' })],
  ['npm run crash -- transports', () => crash({ ...seeds, subject: 'transports', seeds: '80' })],
  ['npm run crash -- billing', () => crash({ ...seeds, subject: 'billing', seeds: '200' })],
  ['npm run soak', () => soak({ minutes: '10', agents: undefined, seed: undefined, rolling: false })],
]

/** `npm run test:nightly`: runs every test at full size, one step after the other. Returns the exit code. */
export async function testNightly(): Promise<number> {
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
