import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildLauncher, buildNodeStandIn } from '../../windows/build.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const waiting = { timeout: 100_000, interval: 100 }

let programs: string
let launcher: string
let prefix: WinePrefix
let folder: string
const launchers: ChildProcess[] = []

beforeAll(async () => {
  // A name as Windows users have it.
  programs = path.join(await mkdtemp(path.join(tmpdir(), 'bridge-launcher-')), 'Müller & Söhne 漢字')
  const [built, , created] = await Promise.all([
    buildLauncher(programs),
    buildNodeStandIn(programs),
    createWinePrefix(),
  ])
  launcher = built
  prefix = created
})

beforeEach(async () => {
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

/** Starts the launcher; the stand-in for Node.js ends as the script says, in turn. */
async function launch(...script: readonly string[]): Promise<ChildProcess> {
  await writeFile(path.join(folder, 'script.txt'), script.map((line) => `${line}\n`).join(''))
  return startLauncher()
}

function startLauncher(...args: readonly string[]): ChildProcess {
  const windowsFolder = toWindowsPath(folder)
  const variables = { STAND_IN_FOLDER: windowsFolder, BRIDGE_AGENT_FOLDER: `${windowsFolder}\\data` }
  const [program, ...rest] = prefix.command(variables)
  const child = spawn(program ?? '', [...rest, launcher, ...args], { stdio: 'ignore' })
  launchers.push(child)
  return child
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Returns the arguments of each start of the agent. */
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
  expect(await starts()).toEqual(Array(3).fill([`${toWindowsPath(programs)}\\agent.cjs`, '--stop-with-stdin']))
})

it.each(['2', '3', '4', '5'])('leaves an agent that exited with %s to a person', async (code) => {
  const running = await launch(code)
  await vi.waitUntil(async () => (await starts()).length === 1 && !(await isRunning()), waiting)
  expect(await exitCode(startLauncher('--quit'))).toBe(0)
  expect(await exitCode(running)).toBe(0)
  expect(await starts()).toHaveLength(1)
})

it('stops the agent through its standard input', async () => {
  const running = await launch('stdin', '1')
  await vi.waitUntil(isRunning, waiting)
  expect(await exitCode(startLauncher('--quit'))).toBe(0)
  expect(await exitCode(running)).toBe(0)
  expect(await isRunning()).toBe(false)
  expect(await starts()).toHaveLength(1)
})

it('leaves the agent to the launcher that is already running', async () => {
  await launch('stdin')
  await vi.waitUntil(isRunning, waiting)
  expect(await exitCode(startLauncher())).toBe(0)
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
  expect(await exitCode(startLauncher('--quit'))).toBe(0)
})
