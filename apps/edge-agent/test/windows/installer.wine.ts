import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildHost, buildLauncher, buildNodeStandIn } from '../../windows/build.ts'
import { bundleAgent, makeInstaller } from '../../windows/build-installer.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const waiting = { timeout: 100_000, interval: 200 }
const address = 'https://bridge.example/with/a/path'
const uninstallKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\BridgeServiceAgent'
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
const programs = ['agent.cjs', 'bridge-agent.exe', 'node.exe', 'qbhost32.exe', 'qbhost64.exe', 'uninstall.exe']

let folder: string
let payload: string
let installer: string
let prefix: WinePrefix

// The tests run in this order on one PC, each in the state that the previous one has left.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-installer-'))
  payload = path.join(folder, 'payload')
  installer = path.join(folder, 'bridge-agent-setup.exe')
  await mkdir(payload)
  const [created] = await Promise.all([
    createWinePrefix(),
    buildHost(32, payload),
    buildHost(64, payload),
    buildLauncher(payload),
    buildNodeStandIn(payload),
    bundleAgent(payload),
  ])
  await makeInstaller(payload, installer)
  prefix = created
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a Windows program; the stand-in for Node.js writes to the folder of the tests. */
function startProgram(program: string, ...args: readonly string[]): ChildProcess {
  const [command, ...rest] = prefix.command({ STAND_IN_FOLDER: toWindowsPath(folder) })
  return spawn(command ?? '', [...rest, program, ...args], { stdio: 'ignore' })
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

function install(...args: readonly string[]): Promise<number | null> {
  return exitCode(startProgram(installer, '/S', ...args))
}

/** Decides how the next starts of the stand-in end. */
async function script(...lines: readonly string[]): Promise<void> {
  await rm(path.join(folder, 'starts.txt'), { force: true })
  await writeFile(path.join(folder, 'script.txt'), lines.map((line) => `${line}\n`).join(''))
}

/** Returns the arguments of each start of the agent, without its path. */
async function starts(): Promise<string[][]> {
  const text = await readFile(path.join(folder, 'starts.txt'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').slice(1))
}

function local(...names: readonly string[]): string {
  return path.join(prefix.folder, 'drive_c/users', userInfo().username, 'AppData/Local', ...names)
}

/** Returns whether the registry of the user has a value. */
async function hasValue(key: string, name: string): Promise<boolean> {
  return (await exitCode(startProgram('reg', 'query', key, '/v', name))) === 0
}

/** Returns the names of the agent's tasks. */
async function tasks(): Promise<string[]> {
  const names = await readdir(path.join(prefix.folder, 'drive_c/windows/system32/tasks')).catch(() => [])
  return names.filter((name) => name.startsWith('Bridge Service Agent'))
}

it('makes the same installer of the same programs', async () => {
  const second = path.join(folder, 'second.exe')
  await makeInstaller(payload, second)
  expect((await readFile(second)).equals(await readFile(installer))).toBe(true)
})

it('refuses a silent first installation without the address', async () => {
  expect(await install('/NOSTART', '/CODE=K7PM-2XQA')).toBe(2)
  await expect(readdir(local('Programs/BridgeServiceAgent'))).rejects.toThrow('ENOENT')
})

it('installs for the user, and pairs the agent with the code', async () => {
  await script('0')
  expect(await install(`/URL=${address}`, '/CODE=K7PM-2XQA', '/NOSTART')).toBe(0)

  expect((await readdir(local('Programs/BridgeServiceAgent'))).sort()).toEqual(programs)
  expect(await starts()).toEqual([['pair', `--url=${address}`, '--code=K7PM-2XQA']])
  expect(await hasValue(uninstallKey, 'QuietUninstallString')).toBe(true)
  expect(await tasks()).toHaveLength(1)
  expect(await hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
})

it('passes on a token file whose path has spaces', async () => {
  await script('0')
  expect(await install(`/URL=${address}`, '/TOKENFILE=C:\\My Files\\Müller & Söhne', '/NOSTART')).toBe(0)
  expect(await starts()).toEqual([['configure', `--url=${address}`, '--token-file=C:\\My Files\\Müller & Söhne']])
})

it('reports an agent that could not be paired', async () => {
  await script('2')
  expect(await install(`/URL=${address}`, '/CODE=K7PM-2XQA', '/NOSTART')).toBe(4)
})

it('starts the agent at sign-in through the Run key where no task can be created', async () => {
  const program = path.join(prefix.folder, 'drive_c/windows/system32/schtasks.exe')
  await script('0', '0')
  await rename(program, `${program}.away`)
  await install(`/URL=${address}`, '/NOSTART')
  expect(await hasValue(runKey, 'BridgeServiceAgent')).toBe(true)
  await rename(`${program}.away`, program)
  await install(`/URL=${address}`, '/NOSTART')
  expect(await hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
})

it('starts the agent, and updates it while it runs', async () => {
  await script('0', 'stdin', '0', 'stdin')
  await install(`/URL=${address}`, '/CODE=K7PM-2XQA')
  await vi.waitUntil(async () => (await starts()).length === 2, waiting)
  expect(await install(`/URL=${address}`)).toBe(0)
  await vi.waitUntil(async () => (await starts()).length === 4, waiting)
  expect(await starts()).toEqual([
    ['pair', `--url=${address}`, '--code=K7PM-2XQA'],
    ['--stop-with-stdin'],
    ['configure', `--url=${address}`],
    ['--stop-with-stdin'],
  ])
})

it('replaces nothing of an agent that does not stop', async () => {
  await exitCode(startProgram(`${local('Programs/BridgeServiceAgent')}/bridge-agent.exe`, '--quit'))
  await script('stdin', '0', 'stdin')
  const [command, ...rest] = prefix.command({ STAND_IN_FOLDER: toWindowsPath(folder) })
  const program = local('Programs/BridgeServiceAgent/node.exe')
  const agent = spawn(command ?? '', [...rest, program, 'agent.cjs'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await vi.waitUntil(async () => (await starts()).length === 1, waiting)

  expect(await install(`/URL=${address}`)).toBe(3)
  expect(await readdir(local('Programs/BridgeServiceAgent'))).toEqual(expect.arrayContaining(programs))
  agent.stdin?.end()
  expect(await exitCode(agent)).toBe(0)
  expect(await install(`/URL=${address}`)).toBe(0)
  await vi.waitUntil(async () => (await starts()).length === 3, waiting)
})

it('leaves nothing after it has been removed while the agent runs', async () => {
  await mkdir(local('BridgeServiceAgent'), { recursive: true })
  await writeFile(local('BridgeServiceAgent/token'), 'svca_secret\n')
  const before = local('Programs/BridgeServiceAgent')
  await exitCode(startProgram(`${before}/uninstall.exe`, '/S'))
  await vi.waitUntil(async () => !(await hasValue(uninstallKey, 'QuietUninstallString')), waiting)
  await vi.waitUntil(async () => (await readdir(before).catch(() => undefined)) === undefined, waiting)
  await vi.waitUntil(
    async () => (await readdir(local('BridgeServiceAgent')).catch(() => undefined)) === undefined,
    waiting,
  )
  expect(await hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
  expect(await tasks()).toEqual([])
  await expect(readFile(path.join(folder, 'running'))).rejects.toThrow('ENOENT')
})
