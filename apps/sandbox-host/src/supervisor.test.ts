import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Supervisor } from './supervisor.ts'

const program = fileURLToPath(new URL('../test/restarted-program.mjs', import.meta.url))
let folder: string
let supervisor: Supervisor
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'supervisor-'))
  vi.stubEnv('START_FILE', path.join(folder, 'started'))
})
afterEach(async () => {
  await supervisor.stop()
  await rm(folder, { recursive: true })
  vi.unstubAllEnvs()
})

/** Starts two processes, whose first start does something. Resolves when both are ready. */
async function start(first: 'loops' | 'swells' | 'runs' | 'refuses') {
  vi.stubEnv('FIRST_START', first)
  const refused: number[] = []
  supervisor = new Supervisor({
    program,
    count: 2,
    heapMiB: 64,
    logger: pino({ level: 'silent' }),
    maxSilentMs: 2_000,
    onRefused: (code) => refused.push(code),
  })
  return { refused, pids: supervisor.listPids() }
}

it.each(['loops', 'swells'] as const)('replaces a process that %s, and spares the other one', async (first) => {
  const { pids } = await start(first)
  await expect
    .poll(() => [supervisor.listPids()[0] ?? pids[0], supervisor.listPids()[1]], { timeout: 30_000 })
    .toEqual([expect.not.toBeOneOf([pids[0]]), pids[1]])
})

it('replaces a killed process', async () => {
  const { pids } = await start('runs')
  process.kill(pids[1] ?? 0, 'SIGKILL')
  await expect.poll(() => supervisor.listPids()[1] ?? pids[1], { timeout: 30_000 }).not.toBe(pids[1])
  expect(supervisor.listPids()[0]).toBe(pids[0])
})

it('does not repeat a refused start', async () => {
  const { refused } = await start('refuses')
  await expect.poll(() => refused, { timeout: 30_000 }).toEqual([3, 3])
  expect(supervisor.listPids()).toEqual([undefined, undefined])
})
