import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from './start-lock.ts'

describe('lockDataFolder', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'start-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('locks a folder again after its release', async () => {
    const release = await lockDataFolder(folder)
    await release()
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  it('takes over the lock of a start that was killed, even if its process ID was reused', async () => {
    await writeFile(path.join(folder, 'running.pid'), '1')
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })
})
