import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildLauncher } from '../../windows/build.ts'
import { buildClipboardReader, buildNodeStandIn } from '../../windows/testing/build.ts'
import { compileOnce } from '../../windows/testing/compile-once.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const waiting = { timeout: 100_000, interval: 100 }

let programs: string
let launcher: string
let clipboard: string
let prefix: WinePrefix
let folder: string
let running: ChildProcess

beforeAll(async () => {
  programs = await mkdtemp(path.join(tmpdir(), 'bridge-tray-'))
  const version = path.join(programs, 'versions', '0.1.0')
  const [node, built, reader, created] = await Promise.all([
    buildNodeStandIn(version),
    buildLauncher(programs, compileOnce),
    buildClipboardReader(programs),
    createWinePrefix(),
  ])
  launcher = built
  clipboard = reader
  prefix = created
  await writeFile(path.join(programs, 'versions', 'current'), '0.1.0\n')
  // The stand-in for Node.js records opened addresses, too.
  await prefix.register({
    'HKEY_CLASSES_ROOT\\http\\shell\\open\\command': { '@': `"${toWindowsPath(node)}" "%1"` },
  })
})

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-stand-in-'))
  await mkdir(path.join(folder, 'data'))
})

afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(programs, { recursive: true, force: true })
})

function startProgram(program: string, ...args: readonly string[]): ChildProcess {
  const data = toWindowsPath(folder)
  const [command, ...rest] = prefix.command({ STAND_IN_FOLDER: data, BRIDGE_AGENT_FOLDER: `${data}\\data` })
  return spawn(command ?? '', [...rest, program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Starts the launcher, whose agent runs. The stand-in's next starts end as the lines say. */
async function launch(...lines: readonly string[]): Promise<void> {
  await writeFile(path.join(folder, 'script.txt'), ['stdin', ...lines].map((line) => `${line}\n`).join(''))
  running = startProgram(launcher)
  await vi.waitUntil(async () => (await starts()).length === 1, waiting)
}

/** Returns the arguments from each start, without the agent's path. */
async function starts(): Promise<string[][]> {
  const lines = await readFile(path.join(folder, 'starts.txt'), 'utf8').catch(() => '')
  const all = lines.split('\n').slice(0, -1)
  return all.map((line) => line.split('\t').filter((argument) => !argument.endsWith('\\agent.cjs')))
}

/** Chooses an entry in the running launcher's menu. */
async function choose(option: string): Promise<void> {
  expect(await exitCode(startProgram(launcher, option))).toBe(0)
}

async function lastStart(count: number): Promise<string[] | undefined> {
  await vi.waitUntil(async () => (await starts()).length === count, waiting)
  return (await starts()).at(-1)
}

function writeAddress(address: string): Promise<void> {
  return writeFile(path.join(folder, 'data', 'status-page'), `${address}\n`)
}

describe('the menu of the launcher', () => {
  it('pauses and resumes with commands of the agent, which runs on', async () => {
    await launch('0', '0')
    await choose('--pause')
    expect(await lastStart(2)).toEqual(['pause'])
    await choose('--resume')
    expect(await lastStart(3)).toEqual(['resume'])
    expect(running.exitCode).toBeNull()
  })

  it('copies the report to the clipboard', async () => {
    await launch('print')
    await choose('--copy-report')
    expect(await lastStart(2)).toEqual(['report'])
    await vi.waitUntil(async () => {
      const reader = startProgram(clipboard)
      const content = reader.stdout === null ? '' : await text(reader.stdout)
      return (await exitCode(reader)) === 0 && content === 'Report of Müller\r\n漢字\r\n'
    }, waiting)
  })

  it('opens the status page, and its quiet hours', async () => {
    const address = 'http://127.0.0.1:4000/path/open?token=a-b_c'
    await launch('0', '0')
    await writeAddress(address)
    await choose('--status-page')
    expect(await lastStart(2)).toEqual([address])
    await choose('--quiet-hours')
    expect(await lastStart(3)).toEqual([`${address}#quiet-hours`])
  })

  it.each([
    ['file:///C:/Windows/System32/calc.exe'],
    ['http://127.0.0.1.evil.example/'],
    ['http://127.0.0.1:4000/" --evil'],
  ])('the menu of the launcher does not open %s as the status page', async (address) => {
    await launch('0', '0')
    await writeAddress(address)
    await choose('--status-page')
    await choose('--pause')
    expect(await lastStart(2)).toEqual(['pause'])
  })
})

it('chooses nothing without a running launcher', async () => {
  expect(await exitCode(startProgram(launcher, '--pause'))).toBe(1)
})
