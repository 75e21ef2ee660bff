import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openVersionFiles, type VersionFiles } from './version-files.ts'
import { waitForStaged } from './wait-for-staged.ts'

let folder: string
let files: VersionFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staged-'))
  files = openVersionFiles(folder)
  await files.write('current', '0.1.0\n')
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns a wait doing one step each time, and aborts after the last. */
function waitSteps(ending: AbortController, steps: (() => Promise<void>)[]) {
  return async () => {
    const step = steps.shift()
    if (step === undefined) ending.abort()
    else await step()
  }
}

it('ends when a version is staged', async () => {
  const ending = new AbortController()
  const wait = waitSteps(ending, [async () => undefined, () => files.write('staged', '0.2.0\n')])
  await waitForStaged({ files, wait }, ending.signal)
  expect(ending.signal.aborted).toBe(false)
})

it('ignores a version that was staged before, and files that cannot be read for a moment', async () => {
  await files.write('staged', '0.2.0\n')
  const ending = new AbortController()
  const wait = waitSteps(ending, [
    () => files.write('current', '../x\n'),
    () => files.write('current', '0.1.0\n'),
    async () => undefined,
  ])
  await waitForStaged({ files, wait }, ending.signal)
  expect(ending.signal.aborted).toBe(true)
})
