import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeDataFolder } from './start-lock.ts'

describe('a data folder', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'start-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is given back and taken again', async () => {
    const release = await takeDataFolder(folder)
    await release()
    await expect(takeDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  it('is taken from a start that was killed, also when its number went to another program', async () => {
    await writeFile(path.join(folder, 'running.pid'), '1')
    await expect(takeDataFolder(folder)).resolves.toBeTypeOf('function')
  })
})
