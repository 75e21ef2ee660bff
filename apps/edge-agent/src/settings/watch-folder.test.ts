import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AgentFolder, getAgentFolder } from './agent-folder.ts'
import { watchFolder } from './watch-folder.ts'

let folder: AgentFolder
const errors: unknown[] = []

beforeEach(async () => {
  folder = getAgentFolder(await mkdtemp(join(tmpdir(), 'agent-')))
  errors.length = 0
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

/** Watches for as many checks as there are steps; each step runs after a check. */
async function watch(steps: (() => Promise<void> | void)[], describe = () => 'Connected.') {
  const stopping = new AbortController()
  let stops = 0
  const options = {
    folder,
    describe,
    onStop: () => {
      stops += 1
      stopping.abort()
    },
    onError: (error: unknown) => errors.push(error),
    wait: async () => {
      const step = steps.shift()
      if (step === undefined) stopping.abort()
      else await step()
    },
  }
  await watchFolder(options, stopping.signal)
  return stops
}

function status() {
  return readFile(folder.status, 'utf8')
}

it('writes the status when it changes, and the last one at the end', async () => {
  let state = 'Not connected.'
  const seen: string[] = []
  const record = async () => void seen.push(await status())
  const change = (next: string) => () => {
    state = next
  }
  await watch([record, change('Connected.'), record, change('Stopped.')], () => state)

  expect(seen).toEqual(['Not connected.\n', 'Connected.\n'])
  expect(await status()).toBe('Stopped.\n')
})

it('stops when the stop file appears, and removes it', async () => {
  expect(await watch([() => writeFile(folder.stop, ''), () => undefined, () => undefined])).toBe(1)
  await expect(readFile(folder.stop)).rejects.toThrow('ENOENT')
})

it('ignores a stop file of an earlier run', async () => {
  await writeFile(folder.stop, '')
  expect(await watch([() => undefined])).toBe(0)
})

it('goes on if the status cannot be written', async () => {
  await rm(folder.path, { recursive: true })
  expect(await watch([() => undefined])).toBe(0)
  expect(errors.length).toBeGreaterThan(0)
})
