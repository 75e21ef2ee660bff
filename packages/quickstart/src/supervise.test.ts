import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Supervised, type SupervisorEvents, supervise } from './supervise.ts'

type Death = Parameters<SupervisorEvents['died']>[0]

describe('a supervised child', () => {
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

  async function run(source: string, events: Partial<SupervisorEvents>, finalExitCodes: number[] = []) {
    const file = path.join(folder, 'child.mjs')
    await writeFile(file, source)
    const all: SupervisorEvents = { line: () => undefined, died: () => undefined, ...events }
    supervised = supervise({ name: 'child', args: [file], env: process.env, logFile: logFile(), finalExitCodes }, all)
    return supervised
  }

  it('is asked to stop, ends in its own time, and is not started again', async () => {
    const deaths: Death[] = []
    const source = `process.on('SIGTERM', () => { console.log('leaving'); process.exit(0) }); setInterval(() => {}, 1000); console.log('ready')`
    let child: Supervised | undefined
    await new Promise<void>((resolve) => {
      run(source, { line: () => resolve(), died: (death) => deaths.push(death) }).then((started) => {
        child = started
      })
    })
    await child?.stop()
    expect(deaths).toEqual([])
    expect(await readFile(logFile(), 'utf8')).toBe('ready\nleaving\n')
  })

  it('that dies is reported with its last lines and started again, with growing waits', async () => {
    const deaths = await new Promise<Death[]>((resolve) => {
      const seen: Death[] = []
      void run(`console.error('no luck'); process.exit(7)`, {
        died(death) {
          seen.push(death)
          if (seen.length === 2) resolve(seen)
        },
      })
    })
    expect(deaths).toMatchObject([
      { code: 7, lastLines: ['no luck'], restartMs: 500 },
      { code: 7, lastLines: ['no luck'], restartMs: 1000 },
    ])
  })

  it('that ends with a final exit code stays down', async () => {
    const death = await new Promise<Death>((resolve) => void run(`process.exit(3)`, { died: resolve }, [3]))
    expect(death).toMatchObject({ code: 3, restartMs: undefined })
  })
})
