import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildHost, buildLauncher } from '../../windows/build.ts'
import { bundleAgent, type InstallerContent, makeInstaller } from '../../windows/build-installer.ts'
import { hasSignature } from '../../windows/sign-program.ts'
import { buildNodeStandIn } from '../../windows/testing/build.ts'
import { compileOnce } from '../../windows/testing/compile-once.ts'
import { createWinePrefix, localAppData, toWindowsPath, type WinePrefix } from '../wine.ts'

const waiting = { timeout: 100_000, interval: 200 }
const address = 'https://bridge.example/with/a/path'
const uninstallKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\BridgeServiceAgent'
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
const versionFiles = ['agent.cjs', 'node.exe', 'qbhost32.exe', 'qbhost64.exe', 'release-keys.json']

let folder: string
let content: Pick<InstallerContent, 'files' | 'launcher'>
/** Installers of version 0.1.0 and of the next one, which is signed. */
let installer: string
let nextInstaller: string
let prefix: WinePrefix

// The tests run in this order on one PC, each in the state that the previous one has left.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-installer-'))
  const files = path.join(folder, 'version')
  installer = path.join(folder, 'bridge-agent-setup.exe')
  nextInstaller = path.join(folder, 'bridge-agent-setup-0.2.0.exe')
  await mkdir(files)
  const [created, launcher] = await Promise.all([
    createWinePrefix(),
    buildLauncher(folder, compileOnce),
    buildHost(32, files, compileOnce),
    buildHost(64, files, compileOnce),
    buildNodeStandIn(files),
    bundleAgent(files),
    writeFile(path.join(files, 'release-keys.json'), '{}'),
  ])
  content = { files, launcher }
  const standIn = fileURLToPath(new URL('../../windows/testing/sign.mjs', import.meta.url))
  const signCommand = `'${process.execPath}' '${standIn}' '${path.join(folder, 'signed.txt')}'`
  await Promise.all([
    makeInstaller({ ...content, version: '0.1.0', output: installer }),
    makeInstaller({ ...content, version: '0.2.0', output: nextInstaller, signCommand }),
  ])
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

function installNext(...args: readonly string[]): Promise<number | null> {
  return exitCode(startProgram(nextInstaller, '/S', ...args))
}

/** Decides how the next starts of the stand-in end. */
async function script(...lines: readonly string[]): Promise<void> {
  await rm(path.join(folder, 'starts.txt'), { force: true })
  await writeFile(path.join(folder, 'script.txt'), lines.map((line) => `${line}\n`).join(''))
}

/** Returns the version and the arguments of each start of the agent. */
async function starts(): Promise<string[][]> {
  const text = await readFile(path.join(folder, 'starts.txt'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'))
    .map(([agent = '', ...args]) => [agent.split('\\').at(-2) ?? '', ...args])
}

/** Returns the arguments with which the launcher starts a version. */
function launchOf(version: string): string[] {
  const versions = `${localAppData}\\Programs\\BridgeServiceAgent\\versions`
  return [version, '--stop-with-stdin', '--versions', versions]
}

function installed(...names: readonly string[]): string {
  return local('Programs/BridgeServiceAgent', ...names)
}

async function readInstalled(name: string): Promise<string | undefined> {
  return readFile(installed(name), 'utf8').catch(() => undefined)
}

function local(...names: readonly string[]): string {
  return prefix.local(...names)
}

/** Returns whether the registry of the user has a value. */
async function hasValue(key: string, name: string): Promise<boolean> {
  return (await exitCode(startProgram('reg', 'query', key, '/v', name))) === 0
}

/** Returns a value of the registry of the user. */
async function readValue(key: string, name: string): Promise<string | undefined> {
  const file = path.join(folder, 'key.reg')
  await prefix.run('reg', 'export', key, toWindowsPath(file), '/y')
  const line = (await readFile(file, 'utf16le')).split('\r\n').find((each) => each.startsWith(`"${name}"=`))
  return line?.slice(name.length + 4, -1)
}

/** Returns the names of the agent's tasks. */
async function tasks(): Promise<string[]> {
  const names = await readdir(path.join(prefix.folder, 'drive_c/windows/system32/tasks')).catch(() => [])
  return names.filter((name) => name.startsWith('Bridge Service Agent'))
}

it('makes the same installer of the same programs', async () => {
  const second = path.join(folder, 'second.exe')
  await makeInstaller({ ...content, version: '0.1.0', output: second })
  expect((await readFile(second)).equals(await readFile(installer))).toBe(true)
})

it('signs the uninstaller, and then the installer that contains it', async () => {
  const signed = (await readFile(path.join(folder, 'signed.txt'), 'utf8')).trimEnd().split('\n')
  expect(signed).toEqual([expect.not.stringContaining('setup'), nextInstaller])
  const programs = await Promise.all([nextInstaller, installer, content.launcher].map((file) => readFile(file)))
  expect(programs.map(hasSignature)).toEqual([true, false, false])
})

it('makes no installer that cannot be signed', async () => {
  const output = path.join(folder, 'unsigned.exe')
  await expect(makeInstaller({ ...content, output, signCommand: 'false' })).rejects.toThrow()
})

it('refuses a silent first installation without the address', async () => {
  expect(await install('/NOSTART', '/CODE=K7PM-2XQA')).toBe(2)
  await expect(readdir(installed())).rejects.toThrow('ENOENT')
})

it('installs into another folder, whose path has spaces, and stays there', async () => {
  const other = path.join(prefix.folder, 'drive_c/Meine Programme/Brücke & Söhne 漢字')
  await script('0', '0')
  // NSIS takes everything after /D=, and no quotation marks.
  const flag = '/D=C:\\Meine Programme\\Brücke & Söhne 漢字'.split(' ')
  expect(await install(`/URL=${address}`, '/NOSTART', ...flag)).toBe(0)
  expect((await readdir(other)).sort()).toEqual(['bridge-agent.exe', 'uninstall.exe', 'versions'])
  expect(await install(`/URL=${address}`, '/NOSTART')).toBe(0)
  await expect(readdir(installed())).rejects.toThrow('ENOENT')

  await exitCode(startProgram(path.join(other, 'uninstall.exe'), '/S'))
  await vi.waitUntil(async () => (await readdir(other).catch(() => undefined)) === undefined, waiting)
})

it('installs for the user, and pairs the agent with the code', async () => {
  await script('0')
  expect(await install(`/URL=${address}`, '/CODE=K7PM-2XQA', '/NOSTART')).toBe(0)

  expect((await readdir(installed())).sort()).toEqual(['bridge-agent.exe', 'uninstall.exe', 'versions'])
  expect((await readdir(installed('versions'))).sort()).toEqual(['0.1.0', 'current'])
  expect((await readdir(installed('versions/0.1.0'))).sort()).toEqual(versionFiles)
  expect(await readInstalled('versions/current')).toBe('0.1.0\n')
  expect(await starts()).toEqual([['0.1.0', 'pair', `--url=${address}`, '--code=K7PM-2XQA']])
  expect(await hasValue(uninstallKey, 'QuietUninstallString')).toBe(true)
  expect(await tasks()).toHaveLength(1)
  expect(await hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
})

it('passes on a token file whose path has spaces', async () => {
  await script('0')
  expect(await install(`/URL=${address}`, '/TOKENFILE=C:\\My Files\\Müller & Söhne', '/NOSTART')).toBe(0)
  expect(await starts()).toEqual([
    ['0.1.0', 'configure', `--url=${address}`, '--token-file=C:\\My Files\\Müller & Söhne'],
  ])
})

it('pairs an installed agent again without the address, which the agent has stored', async () => {
  await mkdir(local('BridgeServiceAgent'), { recursive: true })
  await writeFile(local('BridgeServiceAgent/agent.json'), '{}')
  await script('0')
  expect(await install('/CODE=K7PM-2XQA', '/NOSTART')).toBe(0)
  expect(await starts()).toEqual([['0.1.0', 'pair', '--code=K7PM-2XQA']])
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

it('starts the agent, and repairs its version while it runs', async () => {
  await script('0', 'stdin', '0', 'stdin')
  await install(`/URL=${address}`, '/CODE=K7PM-2XQA')
  await vi.waitUntil(async () => (await starts()).length === 2, waiting)
  await rm(installed('versions/0.1.0/agent.cjs'))
  expect(await install(`/URL=${address}`)).toBe(0)
  await vi.waitUntil(async () => (await starts()).length === 4, waiting)
  expect(await starts()).toEqual([
    ['0.1.0', 'pair', `--url=${address}`, '--code=K7PM-2XQA'],
    launchOf('0.1.0'),
    ['0.1.0', 'configure', `--url=${address}`],
    launchOf('0.1.0'),
  ])
  expect((await readdir(installed('versions/0.1.0'))).sort()).toEqual(versionFiles)
})

it('replaces nothing of an agent that does not stop', async () => {
  await exitCode(startProgram(installed('bridge-agent.exe'), '--quit'))
  await script('stdin')
  const [command, ...rest] = prefix.command({ STAND_IN_FOLDER: toWindowsPath(folder) })
  const program = installed('versions/0.1.0/node.exe')
  const agent = spawn(command ?? '', [...rest, program, 'agent.cjs'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await vi.waitUntil(async () => (await starts()).length === 1, waiting)

  expect(await installNext()).toBe(3)
  expect((await readdir(installed('versions'))).sort()).toEqual(['0.1.0', 'current'])
  expect((await readdir(installed('versions/0.1.0'))).sort()).toEqual(versionFiles)
  agent.stdin?.end()
  expect(await exitCode(agent)).toBe(0)
})

it('keeps the installed version, and starts it again, if a file cannot be written', async () => {
  await script('stdin')
  await writeFile(installed('versions/0.2.0.part'), 'Something in the way.')
  expect(await installNext()).toBe(5)
  await vi.waitUntil(async () => (await starts()).length === 1, waiting)
  expect(await starts()).toEqual([launchOf('0.1.0')])
  expect(await readInstalled('versions/current')).toBe('0.1.0\n')
  await rm(installed('versions/0.2.0.part'))
})

it('replaces a version by a newer one, also while an update is on trial', async () => {
  await writeFile(installed('versions/previous'), '0.0.9\n')
  await writeFile(installed('versions/staged'), '0.1.5\n')
  await writeFile(installed('versions/failed'), '0.1.3\n')
  await mkdir(installed('versions/0.0.9'))
  await script('stdin')
  expect(await installNext()).toBe(0)
  await vi.waitUntil(async () => (await starts()).length === 1, waiting)
  expect(await starts()).toEqual([launchOf('0.2.0')])
  expect((await readdir(installed('versions'))).sort()).toEqual(['0.2.0', 'current', 'failed'])
  expect(await readInstalled('versions/current')).toBe('0.2.0\n')
  expect(await readInstalled('versions/failed')).toBe('0.1.3\n')
  expect(await readValue(uninstallKey, 'DisplayVersion')).toBe('0.2.0')
})

it('shows Windows the version that an update has started', async () => {
  await exitCode(startProgram(installed('bridge-agent.exe'), '--quit'))
  await cp(installed('versions/0.2.0'), installed('versions/0.3.0'), { recursive: true })
  await writeFile(installed('versions/current'), '0.3.0\n')
  await script('stdin')
  startProgram(installed('bridge-agent.exe'))
  await vi.waitUntil(async () => (await readValue(uninstallKey, 'DisplayVersion')) === '0.3.0', waiting)
  await exitCode(startProgram(installed('bridge-agent.exe'), '--quit'))
  await writeFile(installed('versions/current'), '0.2.0\n')
  await rm(installed('versions/0.3.0'), { recursive: true })
})

it('keeps a newer version that the agent has installed, and its trial', async () => {
  await rename(installed('versions/0.2.0'), installed('versions/0.10.0'))
  await writeFile(installed('versions/current'), '0.10.0\n')
  await writeFile(installed('versions/previous'), '0.2.0\n')
  await script('0', 'stdin')
  expect(await installNext('/CODE=K7PM-2XQA')).toBe(0)
  await vi.waitUntil(async () => (await starts()).length === 2, waiting)
  expect(await starts()).toEqual([['0.10.0', 'pair', '--code=K7PM-2XQA'], launchOf('0.10.0')])
  expect(await readInstalled('versions/previous')).toBe('0.2.0\n')
})

it('replaces a newer version whose files are missing', async () => {
  await exitCode(startProgram(installed('bridge-agent.exe'), '--quit'))
  await rm(installed('versions/0.10.0/node.exe'))
  await script('stdin')
  expect(await installNext()).toBe(0)
  expect(hasSignature(await readFile(installed('uninstall.exe')))).toBe(true)
  await vi.waitUntil(async () => (await starts()).length === 1, waiting)
  expect((await readdir(installed('versions'))).sort()).toEqual(['0.2.0', 'current', 'failed'])
})

it('leaves nothing after it has been removed while the agent runs', async () => {
  await mkdir(local('BridgeServiceAgent'), { recursive: true })
  await writeFile(local('BridgeServiceAgent/token'), 'svca_secret\n')
  await exitCode(startProgram(installed('uninstall.exe'), '/S'))
  await vi.waitUntil(async () => !(await hasValue(uninstallKey, 'QuietUninstallString')), waiting)
  await vi.waitUntil(async () => (await readdir(installed()).catch(() => undefined)) === undefined, waiting)
  await vi.waitUntil(
    async () => (await readdir(local('BridgeServiceAgent')).catch(() => undefined)) === undefined,
    waiting,
  )
  expect(await hasValue(runKey, 'BridgeServiceAgent')).toBe(false)
  expect(await tasks()).toEqual([])
  await expect(readFile(path.join(folder, 'running'))).rejects.toThrow('ENOENT')
})
