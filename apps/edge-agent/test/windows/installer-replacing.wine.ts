import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { hasSignature } from '../../windows/sign-program.ts'
import { address, exitCode, launchOf, runKey, uninstallKey, useInstallers, versionFiles } from '../installer.fixture.ts'
import { toWindowsPath } from '../wine.ts'

const waiting = { timeout: 100_000, interval: 200 }

// The tests run in this order on one PC, each in the state the previous one has left.
const pc = useInstallers()

beforeAll(async () => {
  await pc.script('0', 'stdin')
  expect(await pc.install(`/URL=${address}`)).toBe(0)
  await vi.waitUntil(async () => (await pc.starts()).length === 2, waiting)
  // The stand-in stores no address.
  await mkdir(pc.prefix.local('BridgeServiceAgent'), { recursive: true })
  await writeFile(pc.prefix.local('BridgeServiceAgent/agent.json'), '{}')
})

it('replaces nothing of an agent that does not stop', async () => {
  await exitCode(pc.start(pc.installed('bridge-agent.exe'), '--quit'))
  await pc.script('stdin')
  const [command, ...rest] = pc.prefix.command({ STAND_IN_FOLDER: toWindowsPath(pc.folder) })
  const program = pc.installed('versions/0.1.0/node.exe')
  const agent = spawn(command ?? '', [...rest, program, 'agent.cjs'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await vi.waitUntil(async () => (await pc.starts()).length === 1, waiting)

  expect(await pc.installNext()).toBe(3)
  expect((await readdir(pc.installed('versions'))).sort()).toEqual(['0.1.0', 'current'])
  expect((await readdir(pc.installed('versions/0.1.0'))).sort()).toEqual(versionFiles)
  agent.stdin?.end()
  expect(await exitCode(agent)).toBe(0)
})

it('keeps the installed version, and starts it again, if a file cannot be written', async () => {
  await pc.script('stdin')
  await writeFile(pc.installed('versions/0.2.0.part'), 'Something in the way.')
  expect(await pc.installNext()).toBe(5)
  await vi.waitUntil(async () => (await pc.starts()).length === 1, waiting)
  expect(await pc.starts()).toEqual([launchOf('0.1.0')])
  expect(await pc.readInstalled('versions/current')).toBe('0.1.0\n')
  await rm(pc.installed('versions/0.2.0.part'))
})

it('replaces a version by a newer one, also while an update is on trial', async () => {
  await writeFile(pc.installed('versions/previous'), '0.0.9\n')
  await writeFile(pc.installed('versions/staged'), '0.1.5\n')
  await writeFile(pc.installed('versions/failed'), '0.1.3\n')
  await mkdir(pc.installed('versions/0.0.9'))
  await pc.script('stdin')
  expect(await pc.installNext()).toBe(0)
  await vi.waitUntil(async () => (await pc.starts()).length === 1, waiting)
  expect(await pc.starts()).toEqual([launchOf('0.2.0')])
  expect((await readdir(pc.installed('versions'))).sort()).toEqual(['0.2.0', 'current', 'failed'])
  expect(await pc.readInstalled('versions/current')).toBe('0.2.0\n')
  expect(await pc.readInstalled('versions/failed')).toBe('0.1.3\n')
  expect(await pc.readValue(uninstallKey, 'DisplayVersion')).toBe('0.2.0')
})

it('shows Windows the version that an update has started', async () => {
  await exitCode(pc.start(pc.installed('bridge-agent.exe'), '--quit'))
  await cp(pc.installed('versions/0.2.0'), pc.installed('versions/0.3.0'), { recursive: true })
  await writeFile(pc.installed('versions/current'), '0.3.0\n')
  await pc.script('stdin')
  pc.start(pc.installed('bridge-agent.exe'))
  await vi.waitUntil(async () => (await pc.readValue(uninstallKey, 'DisplayVersion')) === '0.3.0', waiting)
  await exitCode(pc.start(pc.installed('bridge-agent.exe'), '--quit'))
  await writeFile(pc.installed('versions/current'), '0.2.0\n')
  await rm(pc.installed('versions/0.3.0'), { recursive: true })
})

it('keeps a newer version that the agent has installed, and its trial', async () => {
  await rename(pc.installed('versions/0.2.0'), pc.installed('versions/0.10.0'))
  await writeFile(pc.installed('versions/current'), '0.10.0\n')
  await writeFile(pc.installed('versions/previous'), '0.2.0\n')
  await pc.script('0', 'stdin')
  expect(await pc.installNext('/CODE=K7PM-2XQA')).toBe(0)
  await vi.waitUntil(async () => (await pc.starts()).length === 2, waiting)
  expect(await pc.starts()).toEqual([['0.10.0', 'pair', '--code=K7PM-2XQA'], launchOf('0.10.0')])
  expect(await pc.readInstalled('versions/previous')).toBe('0.2.0\n')
})

it('replaces a newer version whose files are missing', async () => {
  await exitCode(pc.start(pc.installed('bridge-agent.exe'), '--quit'))
  await rm(pc.installed('versions/0.10.0/node.exe'))
  await pc.script('stdin')
  expect(await pc.installNext()).toBe(0)
  expect(hasSignature(await readFile(pc.installed('uninstall.exe')))).toBe(true)
  await vi.waitUntil(async () => (await pc.starts()).length === 1, waiting)
  expect((await readdir(pc.installed('versions'))).sort()).toEqual(['0.2.0', 'current', 'failed'])
})

it('leaves nothing after it has been removed while the agent runs', async () => {
  await mkdir(pc.prefix.local('BridgeServiceAgent'), { recursive: true })
  await writeFile(pc.prefix.local('BridgeServiceAgent/token'), 'svca_secret\n')
  // The agent has moved its hosts here, and replaced one while it ran.
  for (const name of ['qbhost32.exe', 'qbhost64.exe', 'qbhost64.exe.4711.old']) {
    await writeFile(pc.installed(name), 'a host')
  }
  await exitCode(pc.start(pc.installed('uninstall.exe'), '/S'))
  await vi.waitUntil(async () => !(await pc.hasValue(uninstallKey, 'QuietUninstallString')), waiting)
  await vi.waitUntil(async () => (await readdir(pc.installed()).catch(() => undefined)) === undefined, waiting)
  await vi.waitUntil(
    async () => (await readdir(pc.prefix.local('BridgeServiceAgent')).catch(() => undefined)) === undefined,
    waiting,
  )
  expect(await pc.hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
  expect(await pc.tasks()).toEqual([])
  await expect(readFile(path.join(pc.folder, 'running'))).rejects.toThrow('ENOENT')
})
