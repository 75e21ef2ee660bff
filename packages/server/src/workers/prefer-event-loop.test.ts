import { execFile } from 'node:child_process'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { gcFlag } from './prefer-event-loop.ts'
import { computePriority } from './thread-priority.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../test/prefer-event-loop.ts', import.meta.url))

it.runIf(process.platform === 'linux')('lowers the priority of every thread but that of the event loop', async () => {
  const { stdout } = await run(process.execPath, [program])
  const { eventLoop, others } = JSON.parse(stdout)
  expect(eventLoop).toBe(getPriority())
  expect(others.length).toBeGreaterThan(0)
  for (const priority of others) expect(priority).toBe(Math.max(computePriority, getPriority()))
})

it('sets an option that V8 has', async () => {
  // Node does not start with an option that V8 does not have.
  await expect(run(process.execPath, [gcFlag, '--eval', ''])).resolves.toEqual({ stdout: '', stderr: '' })
})
