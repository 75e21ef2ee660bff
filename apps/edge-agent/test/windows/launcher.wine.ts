import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildLauncher } from '../../windows/build.ts'
import { buildNodeStandIn } from '../../windows/testing/build.ts'
import { compileOnce } from '../../windows/testing/compile-once.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const waiting = { timeout: 100_000, interval: 100 }

let programs: string
let versions: string
let launcher: string
/** A launcher giving up a version after a second. */
let hasty: string
let prefix: WinePrefix
let folder: string
const launchers: ChildProcess[] = []

beforeAll(async () => {
  // A name as Windows users have it.
  programs = path.join(await mkdtemp(path.join(tmpdir(), 'bridge-launcher-')), 'Müller & Söhne 漢字')
  versions = path.join(programs, 'versions')
  const [built, , created] = await Promise.all([
    buildLauncher(programs, compileOnce),
    buildNodeStandIn(path.join(versions, '0.1.0')),
    createWinePrefix(),
  ])
  await cp(path.join(versions, '0.1.0'), path.join(versions, '0.2.0'), { recursive: true })
  hasty = path.join(programs, 'hasty.exe')
  await rename(await buildLauncher(path.join(programs, 'unused'), compileOnce, 1_000), hasty)
  launcher = built
  prefix = created
})

beforeEach(async () => {
  await setVersions({ current: '0.1.0' })
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-stand-in-'))
})

afterEach(async () => {
  for (const child of launchers.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(path.dirname(programs), { recursive: true, force: true })
})

type VersionFiles = Readonly<Partial<Record<'current' | 'previous' | 'failed', string>>>
const versionFiles = ['current', 'previous', 'failed'] as const

async function setVersions(files: VersionFiles): Promise<void> {
  for (const name of versionFiles) {
    const file = path.join(versions, name)
    if (files[name] === undefined) await rm(file, { force: true })
    else await writeFile(file, `${files[name]}\n`)
  }
}

async function getVersions(): Promise<VersionFiles> {
  const entries = versionFiles.map(async (name) => {
    const text = await readFile(path.join(versions, name), 'utf8').catch(() => undefined)
    return text === undefined ? [] : [[name, text.replace(/\n$/, '')]]
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** Decides how the Node.js stand-in's starts end, in turn. */
function script(...lines: readonly string[]): Promise<void> {
  return writeFile(path.join(folder, 'script.txt'), lines.map((line) => `${line}\n`).join(''))
}

/** Starts the launcher with a script. */
async function launch(...lines: readonly string[]): Promise<ChildProcess> {
  await script(...lines)
  return startLauncher(launcher)
}

/** Stops the running launcher, also one without a window yet. */
async function quit(running: ChildProcess): Promise<void> {
  const isEnded = () => running.exitCode !== null || running.signalCode !== null
  await vi.waitUntil(async () => {
    expect(await exitCode(startLauncher(launcher, '--quit'))).toBe(0)
    return isEnded()
  }, waiting)
  expect(running.exitCode).toBe(0)
}

function startLauncher(file: string, ...args: readonly string[]): ChildProcess {
  const windowsFolder = toWindowsPath(folder)
  const variables = { STAND_IN_FOLDER: windowsFolder, BRIDGE_AGENT_FOLDER: `${windowsFolder}\\data` }
  const [program, ...rest] = prefix.command(variables)
  const child = spawn(program ?? '', [...rest, file, ...args], { stdio: 'ignore' })
  launchers.push(child)
  return child
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Returns the arguments from a version's start. */
function startOf(version: string): string[] {
  const agent = `${toWindowsPath(versions)}\\${version}\\agent.cjs`
  return [agent, '--stop-with-stdin', '--versions', toWindowsPath(versions)]
}

/** Returns the arguments from each agent start. */
async function starts(): Promise<string[][]> {
  const text = await readFile(path.join(folder, 'starts.txt'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'))
}

function isRunning(): Promise<boolean> {
  return readFile(path.join(folder, 'running')).then(
    () => true,
    () => false,
  )
}

it('starts the agent again after failures, and ends with an agent that stopped', async () => {
  expect(await exitCode(await launch('1', '134', '0'))).toBe(0)
  expect(await starts()).toEqual(Array(3).fill(startOf('0.1.0')))
})

it.each(['2', '3', '4', '5', '7'])('leaves an agent that exited with %s to a person', async (code) => {
  const running = await launch(code)
  await vi.waitUntil(async () => (await starts()).length === 1 && !(await isRunning()), waiting)
  await quit(running)
  expect(await starts()).toHaveLength(1)
})

it('stops the agent through its standard input', async () => {
  const running = await launch('stdin', '1')
  await vi.waitUntil(isRunning, waiting)
  expect(await exitCode(startLauncher(launcher, '--quit'))).toBe(0)
  expect(await exitCode(running)).toBe(0)
  expect(await isRunning()).toBe(false)
  expect(await starts()).toHaveLength(1)
})

it('waits for the agent to stop when Windows shuts down, and starts no other one', async () => {
  const running = await launch('stdin', '1')
  await vi.waitUntil(isRunning, waiting)
  await prefix.run('wineboot', '--end-session')
  expect(await exitCode(running)).toBe(0)
  // Windows ends the launcher only then, with which the agent would end, too.
  expect(await readdir(folder)).toContain('stopped')
  expect(await starts()).toHaveLength(1)
})

it('leaves the agent to the launcher that is already running', async () => {
  await launch('stdin')
  await vi.waitUntil(isRunning, waiting)
  expect(await exitCode(startLauncher(launcher))).toBe(0)
  expect(await starts()).toHaveLength(1)
  expect(await isRunning()).toBe(true)
})

it('ends the agent with a launcher that is killed', async () => {
  const running = await launch('stdin')
  await vi.waitUntil(isRunning, waiting)
  running.kill('SIGKILL')
  await vi.waitUntil(async () => !(await isRunning()), waiting)
})

it('reports success when nothing runs that could be stopped', async () => {
  expect(await exitCode(startLauncher(launcher, '--quit'))).toBe(0)
})

it('starts the version that the agent has made the current one', async () => {
  const running = await launch('file', '0')
  await vi.waitUntil(isRunning, waiting)
  await setVersions({ current: '0.2.0', previous: '0.1.0' })
  await writeFile(path.join(folder, 'exit'), '6')
  expect(await exitCode(running)).toBe(0)
  expect(await starts()).toEqual([startOf('0.1.0'), startOf('0.2.0')])
  expect(await getVersions()).toEqual({ current: '0.2.0', previous: '0.1.0' })
})

it('treats an agent as failed that asks for another version without one', async () => {
  expect(await exitCode(await launch('6', '0'))).toBe(0)
  expect(await starts()).toEqual([startOf('0.1.0'), startOf('0.1.0')])
})

it('starts no program outside of the versions', async () => {
  await setVersions({ current: '..\\versions\\0.1.0' })
  await quit(await launch('stdin'))
  expect(await starts()).toEqual([])
})

describe('a version on trial', () => {
  beforeEach(() => setVersions({ current: '0.2.0', previous: '0.1.0', failed: '0.1.7' }))
  const returned: VersionFiles = { current: '0.1.0', failed: '0.1.7\n0.2.0' }
  const unchanged: VersionFiles = { current: '0.2.0', previous: '0.1.0', failed: '0.1.7' }

  it.each(['1', '5', '7', '134'])('a version on trial is given up if it exits with %s', async (code) => {
    expect(await exitCode(await launch(code, '0'))).toBe(0)
    expect(await starts()).toEqual([startOf('0.2.0'), startOf('0.1.0')])
    expect(await getVersions()).toEqual(returned)
  })

  it('a version on trial is given up if its program does not start', async () => {
    const program = path.join(versions, '0.2.0/node.exe')
    await rename(program, `${program}.away`)
    try {
      expect(await exitCode(await launch('0'))).toBe(0)
    } finally {
      await rename(`${program}.away`, program)
    }
    expect(await starts()).toEqual([startOf('0.1.0')])
    expect(await getVersions()).toEqual(returned)
  })

  it('a version on trial is given up if it neither works nor ends', async () => {
    await script('stdin', '0')
    expect(await exitCode(startLauncher(hasty))).toBe(0)
    expect(await starts()).toEqual([startOf('0.2.0'), startOf('0.1.0')])
    expect(await getVersions()).toEqual(returned)
  })

  it.each(['2', '3', '4'])('stays if it exits with %s, for which another version is no remedy', async (code) => {
    const running = await launch(code)
    await vi.waitUntil(async () => (await starts()).length === 1 && !(await isRunning()), waiting)
    await quit(running)
    expect(await getVersions()).toEqual(unchanged)
  })

  it('stays if the agent of another Windows session of the user runs', async () => {
    expect(await exitCode(await launch('8', '8', '0'))).toBe(0)
    expect(await starts()).toEqual(Array(3).fill(startOf('0.2.0')))
    expect(await getVersions()).toEqual(unchanged)
  })

  it('stays if a person quits it', async () => {
    const running = await launch('stdin')
    await vi.waitUntil(isRunning, waiting)
    await quit(running)
    expect(await getVersions()).toEqual(unchanged)
  })

  it('a version on trial is not given up twice after the PC stopped in between', async () => {
    await setVersions({ current: '0.1.0', previous: '0.1.0' })
    expect(await exitCode(await launch('1', '0'))).toBe(0)
    expect(await starts()).toEqual([startOf('0.1.0'), startOf('0.1.0')])
    expect(await getVersions()).toEqual({ current: '0.1.0', previous: '0.1.0' })
  })
})
