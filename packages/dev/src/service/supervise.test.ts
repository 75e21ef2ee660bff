import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Supervised, type SupervisorEvents, supervise } from './supervise.ts'

type Exit = Parameters<SupervisorEvents['exited']>[0]

describe('supervise', () => {
  let folder: string
  let supervised: Supervised | undefined
  const logFile = () => path.join(folder, 'child.log')

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'supervise-'))
  })
  afterEach(async () => {
    await supervised?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function run(
    source: string,
    events: Partial<SupervisorEvents>,
    options: { readonly finalExitCodes?: readonly number[]; readonly maxStopMs?: number } = {},
  ) {
    const file = path.join(folder, 'child.mjs')
    await writeFile(file, source)
    const all: SupervisorEvents = {
      line: () => undefined,
      exited: () => undefined,
      stopping: () => undefined,
      ...events,
    }
    const program = { name: 'child', args: [file], env: process.env, logFile: logFile(), maxStopMs: 60_000, ...options }
    supervised = supervise(program, all)
    return supervised
  }

  it('stops a child with SIGTERM and does not restart it', async () => {
    const exits: Exit[] = []
    const source = `process.on('SIGTERM', () => { console.log('leaving'); process.exit(0) }); setInterval(() => {}, 1000); console.log('ready')`
    await new Promise<void>((resolve) => {
      void run(source, { line: () => resolve(), exited: (exit) => exits.push(exit) })
    })
    await supervised?.stop()
    expect(exits).toEqual([])
    expect(await readFile(logFile(), 'utf8')).toBe('ready\nleaving\n')
  })

  it('reports a child that takes longer to stop, and lets it finish', async () => {
    const source = `
      process.on('SIGTERM', () => console.log('draining'))
      process.on('SIGUSR2', () => { console.log('finished'); process.exit(0) })
      setInterval(() => {}, 1000)
      console.log(process.pid)`
    const reports: unknown[] = []
    let pid = 0
    await new Promise<void>((resolve) => {
      void run(source, {
        line(_name, line) {
          pid ||= Number(line)
          resolve()
        },
        stopping(child) {
          reports.push(child)
          process.kill(pid, 'SIGUSR2')
        },
      })
    })
    await supervised?.stop()
    expect(reports).toEqual([{ name: 'child', maxStopMs: 60_000 }])
    expect(await readFile(logFile(), 'utf8')).toBe(`${pid}\ndraining\nfinished\n`)
  })

  it('kills a child that does not stop within its limit', async () => {
    const source = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`
    await new Promise<void>((resolve) => {
      void run(source, { line: () => resolve() }, { maxStopMs: 1 })
    })
    await supervised?.stop()
    expect(await readFile(logFile(), 'utf8')).toBe('ready\n')
  })

  it('reports a child that exits, with its last lines, and restarts it with growing delays', async () => {
    const exits = await new Promise<Exit[]>((resolve) => {
      const seen: Exit[] = []
      void run(`console.error('no luck'); process.exit(7)`, {
        exited(exit) {
          seen.push(exit)
          if (seen.length === 2) resolve(seen)
        },
      })
    })
    expect(exits).toMatchObject([
      { code: 7, lastLines: ['no luck'], restartMs: 500 },
      { code: 7, lastLines: ['no luck'], restartMs: 1000 },
    ])
  })

  it('does not restart a child that exits with a final code', async () => {
    const exit = await new Promise<Exit>(
      (resolve) => void run(`process.exit(3)`, { exited: resolve }, { finalExitCodes: [3] }),
    )
    expect(exit).toMatchObject({ code: 3, restartMs: undefined })
  })
})
