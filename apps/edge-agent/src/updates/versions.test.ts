import { describe, expect, it } from 'vitest'
import type { VersionFile, VersionFiles } from './version-files.ts'
import {
  activateVersion,
  confirmVersion,
  giveUpVersion,
  readVersions,
  recordSession,
  stageVersion,
  type Versions,
} from './versions.ts'

type Contents = Partial<Record<VersionFile, string>>

const installed: Versions = {
  current: '0.1.0',
  staged: undefined,
  previous: undefined,
  fallback: undefined,
  session: undefined,
  failed: [],
}
const onTrial: Contents = { current: '0.2.0\n', previous: '0.1.0\n' }

/** Keeps the files in memory. The PC stops before one change too many. */
function memoryFiles(contents: Contents, maxChanges = Number.POSITIVE_INFINITY): VersionFiles {
  let changes = 0
  const change = (apply: () => void) => async () => {
    changes += 1
    if (changes > maxChanges) throw new Error('the PC stopped')
    apply()
  }
  return {
    read: async (name) => contents[name],
    write: (name, text) =>
      change(() => {
        contents[name] = text
      })(),
    replace: (name, by) =>
      change(() => {
        contents[name] = contents[by]
        delete contents[by]
      })(),
    remove: (name) =>
      change(() => {
        delete contents[name]
      })(),
  }
}

describe('an update', () => {
  it('becomes the current version on trial, and stays once it was welcomed', async () => {
    const files = memoryFiles({ current: '0.1.0\n' })
    await stageVersion(files, '0.2.0')
    expect(await readVersions(files)).toEqual({ ...installed, staged: '0.2.0' })
    expect(await activateVersion(files)).toBe('0.2.0')
    expect(await readVersions(files)).toEqual({ ...installed, current: '0.2.0', previous: '0.1.0' })
    await confirmVersion(files, '0.2.0')
    expect(await readVersions(files)).toEqual({ ...installed, current: '0.2.0' })
  })

  it('an update is undone if it is not welcomed, and not installed again', async () => {
    const files = memoryFiles({ ...onTrial })
    expect(await giveUpVersion(files)).toBe('0.1.0')
    const undone = { ...installed, failed: ['0.2.0'] }
    expect(await readVersions(files)).toEqual(undone)
    await stageVersion(files, '0.2.0')
    expect(await readVersions(files)).toEqual(undone)
    await stageVersion(files, '0.2.1')
    expect(await readVersions(files)).toEqual({ ...undone, staged: '0.2.1' })
  })

  it('stays on trial until it has a session if the version before it had one', async () => {
    const files = memoryFiles({ ...onTrial, session: '0.1.0\n', staged: '0.3.0\n' })
    await confirmVersion(files, '0.2.0')
    const trial = { current: '0.2.0', previous: undefined, fallback: '0.1.0', session: '0.1.0' }
    expect(await readVersions(files)).toMatchObject(trial)
    expect(await activateVersion(files)).toBeUndefined()
    await recordSession(files, '0.2.0')
    expect(await readVersions(files)).toMatchObject({ ...trial, fallback: undefined, session: '0.2.0' })
  })

  it('an update is undone without the session that the version before it had', async () => {
    const files = memoryFiles({ current: '0.2.0\n', fallback: '0.1.0\n', session: '0.1.0\n' })
    expect(await giveUpVersion(files)).toBe('0.1.0')
    expect(await readVersions(files)).toEqual({ ...installed, session: '0.1.0', failed: ['0.2.0'] })
  })

  it.each([
    ['had none', {}],
    ['had none, but one before it did', { session: '0.0.9\n' }],
  ])('needs no session if the version before it %s', async (_name, session) => {
    const files = memoryFiles({ ...onTrial, ...session })
    await confirmVersion(files, '0.2.0')
    expect(await readVersions(files)).toMatchObject({ previous: undefined, fallback: undefined })
  })

  it('waits while another version is on trial', async () => {
    const files = memoryFiles({ ...onTrial, staged: '0.3.0\n' })
    expect(await activateVersion(files)).toBeUndefined()
    await confirmVersion(files, '0.2.0')
    expect(await activateVersion(files)).toBe('0.3.0')
    expect(await readVersions(files)).toMatchObject({ current: '0.3.0', previous: '0.2.0' })
  })

  it.each([
    ['the current version is staged', (files: VersionFiles) => stageVersion(files, '0.2.0'), onTrial],
    ['an earlier version is welcomed', (files: VersionFiles) => confirmVersion(files, '0.1.0'), onTrial],
    ['a version fails that is not on trial', giveUpVersion, { current: '0.2.0\n' }],
    ['nothing is staged', activateVersion, { current: '0.2.0\n' }],
    ['an earlier version has a session', (files: VersionFiles) => recordSession(files, '0.1.0'), onTrial],
  ])('changes nothing if %s', async (_name, act, before) => {
    const contents = { ...before }
    await act(memoryFiles(contents))
    expect(contents).toEqual(before)
  })

  it('remembers the last 20 versions that failed', async () => {
    const failed = Array.from({ length: 20 }, (_, index) => `0.0.${index}`)
    const files = memoryFiles({ ...onTrial, failed: `${failed.join('\n')}\n` })
    await giveUpVersion(files)
    expect((await readVersions(files)).failed).toEqual([...failed.slice(1), '0.2.0'])
  })
})

describe('a PC that stops between two changes', () => {
  it.each([0, 1])('runs one of the two versions after %i changes of an activation', async (changes) => {
    const contents: Contents = { current: '0.1.0\n', staged: '0.2.0\n' }
    await expect(activateVersion(memoryFiles(contents, changes))).rejects.toThrow('the PC stopped')
    const files = memoryFiles(contents)
    expect(await readVersions(files)).toEqual({ ...installed, staged: '0.2.0' })
    expect(await giveUpVersion(files)).toBeUndefined()
    await activateVersion(files)
    expect(await readVersions(files)).toEqual({ ...installed, current: '0.2.0', previous: '0.1.0' })
  })

  it('has had the session that it stored', async () => {
    const contents: Contents = { current: '0.2.0\n', fallback: '0.1.0\n', session: '0.1.0\n' }
    await expect(recordSession(memoryFiles(contents, 1), '0.2.0')).rejects.toThrow('the PC stopped')
    const files = memoryFiles(contents)
    expect(await readVersions(files)).toMatchObject({ current: '0.2.0', fallback: undefined })
    expect(await giveUpVersion(files)).toBeUndefined()
  })

  it.each([0, 1])(
    'a PC that stops between two changes still returns to the previous version after %i changes of the return',
    async (changes) => {
      const contents: Contents = { ...onTrial }
      await expect(giveUpVersion(memoryFiles(contents, changes))).rejects.toThrow('the PC stopped')
      const files = memoryFiles(contents)
      expect(await readVersions(files)).toMatchObject({ current: '0.2.0', previous: '0.1.0' })
      await giveUpVersion(files)
      expect(await readVersions(files)).toEqual({ ...installed, failed: ['0.2.0'] })
    },
  )
})

it.each([
  ['no current version', {}, /no file “current”/],
  ['a path as a version', { current: '..\\..\\x\n' }, /“current” .* has no version/],
  ['an empty file', { current: '0.1.0\n', staged: '' }, /“staged” .* has no version/],
])('rejects a folder with %s', async (_name, contents, message) => {
  await expect(readVersions(memoryFiles(contents))).rejects.toThrow(message)
})
