import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findAgentRelease } from './find-agent-release.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'agent-release-'))
})
afterEach(() => rm(root, { recursive: true }))

async function addInstaller(folder: string) {
  await mkdir(path.join(root, folder), { recursive: true })
  await writeFile(path.join(root, folder, 'bridge-agent-setup.exe'), 'MZ')
}

it('offers the installer that was built in a clone, or came with a release, and none otherwise', async () => {
  expect(findAgentRelease(root)).toBeUndefined()
  await mkdir(path.join(root, '.bridge/windows'), { recursive: true })
  expect(findAgentRelease(root)).toBeUndefined()
  await addInstaller('.bridge/windows')
  expect(findAgentRelease(root)).toBe(path.join(root, '.bridge/windows'))
  await addInstaller('agent-release')
  expect(findAgentRelease(root)).toBe(path.join(root, 'agent-release'))
})
