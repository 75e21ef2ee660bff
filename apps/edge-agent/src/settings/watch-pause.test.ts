import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeAgentSettings } from './agent-settings.ts'
import { watchPause } from './watch-pause.ts'

const settings = { opensQuickBooks: false, companyFiles: {} }
let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-'))
  file = join(folder, 'agent.json')
})
afterEach(() => rm(folder, { recursive: true }))

it('follows the settings, and keeps the pause while they cannot be read', async () => {
  const stopping = new AbortController()
  const pauses: unknown[] = []
  const errors: unknown[] = []
  const steps = [
    () => writeAgentSettings(file, { ...settings, pause: {} }),
    () => writeFile(file, '{'),
    () => undefined,
    () => writeAgentSettings(file, settings),
    () => stopping.abort(),
  ]
  const options = {
    settings: file,
    clock: () => new Date('2026-03-02T09:00:00Z'),
    inTurn: (work: () => Promise<void>) => work(),
    onPause: (pause: unknown) => pauses.push(pause),
    onError: (error: unknown) => errors.push(error),
    wait: async () => {
      await steps.shift()?.()
    },
  }
  await watchPause(options, stopping.signal)

  expect(pauses).toEqual([undefined, { kind: 'paused' }, undefined])
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('agent.json cannot be read') })])
})
