import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeProgram } from '../../test/make-program.ts'
import { findHostFolder, HostMissingError, installHosts } from './install-hosts.ts'

let folder: string
let version: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosts-'))
  version = join(folder, 'versions', '0.2.0')
  await mkdir(version, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

async function write(into: string, text: string): Promise<void> {
  for (const name of ['qbhost32.exe', 'qbhost64.exe']) await writeFile(join(into, name), makeProgram(`${name} ${text}`))
}

async function readHost(): Promise<string> {
  const bytes = await readFile(join(folder, 'qbhost64.exe'))
  return bytes.toString().slice(bytes.indexOf('qbhost64.exe'))
}

function install(renameFile = rename): Promise<void> {
  return installHosts({ from: version, to: folder, rename: renameFile })
}

/** Renames as Windows does while a program runs: it may get another name, and may not be overwritten. */
function whileRunning(program: string): typeof rename {
  let isInPlace = true
  return async (from, to) => {
    if (to === program && isInPlace) throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
    if (from === program) isInPlace = false
    await rename(from, to)
  }
}

describe('the hosts', () => {
  it('are next to the launcher, whichever version runs', () => {
    expect(findHostFolder(join('/', 'Programs', 'versions', '0.2.0'))).toBe('/Programs')
    expect(findHostFolder(join('/', 'Programs', 'versions', '0.3.0'))).toBe('/Programs')
    expect(findHostFolder('/elsewhere')).toBe('/elsewhere')
  })

  it('are moved from the version of an agent that had its own', async () => {
    await write(version, 'first')
    await install()
    expect((await readdir(folder)).sort()).toEqual(['qbhost32.exe', 'qbhost64.exe', 'versions'])
    expect(await readHost()).toBe('qbhost64.exe first')
    expect(await readdir(version)).toEqual([])
  })

  it('are not touched by a version with the same bytes, or with none', async () => {
    await write(folder, 'first')
    const before = await stat(join(folder, 'qbhost64.exe'))
    await write(version, 'first')
    await install()
    await install()
    const after = await stat(join(folder, 'qbhost64.exe'))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
    expect(await readdir(version)).toEqual([])
  })

  it('are replaced in place by a version with other bytes', async () => {
    await write(folder, 'first')
    await write(version, 'second')
    await install()
    expect(await readHost()).toBe('qbhost64.exe second')
    expect((await readdir(folder)).sort()).toEqual(['qbhost32.exe', 'qbhost64.exe', 'versions'])
  })

  it('are replaced while one runs, which is removed at a later start', async () => {
    await write(folder, 'first')
    await write(version, 'second')
    await install(whileRunning(join(folder, 'qbhost64.exe')))
    expect(await readHost()).toBe('qbhost64.exe second')
    expect(await readdir(folder)).toContain(`qbhost64.exe.${process.pid}.old`)
    await install()
    expect((await readdir(folder)).sort()).toEqual(['qbhost32.exe', 'qbhost64.exe', 'versions'])
  })

  it('are put into place by the next start after a stop between any two steps', async () => {
    for (const steps of [0, 1, 2, 3]) {
      await write(folder, 'first')
      await write(version, 'second')
      const running = whileRunning(join(folder, 'qbhost32.exe'))
      let left = steps
      const stopping: typeof rename = async (from, to) => {
        // A refused step changes nothing, so the PC does not stop at it.
        if (left === 0) throw new Error('the PC stopped')
        await running(from, to)
        left -= 1
      }
      await install(stopping).catch(() => undefined)
      await install()
      expect(await readHost()).toBe('qbhost64.exe second')
      expect(await readdir(version)).toEqual([])
    }
  })

  it('stay as they are if a delivered one is damaged', async () => {
    await write(folder, 'first')
    await write(version, 'second')
    await truncate(join(version, 'qbhost64.exe'), 110)
    await writeFile(join(version, 'qbhost32.exe'), Buffer.alloc(4096))
    await install()
    expect(await readHost()).toBe('qbhost64.exe first')
  })

  it('are repaired by the delivered ones', async () => {
    await writeFile(join(folder, 'qbhost64.exe'), Buffer.alloc(4096))
    await write(version, 'first')
    await install()
    expect(await readHost()).toBe('qbhost64.exe first')
  })

  it('that are missing, and were not delivered, need the installer', async () => {
    await expect(install()).rejects.toThrow(HostMissingError)
    await expect(install()).rejects.toThrow('Run the agent')
  })

  it('stay if the delivered ones cannot be moved, for instance because a virus scanner holds them', async () => {
    await write(folder, 'first')
    await write(version, 'second')
    await install(async () => {
      throw new Error('EBUSY')
    })
    expect(await readHost()).toBe('qbhost64.exe first')
  })
})
