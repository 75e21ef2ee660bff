import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FileInUseError } from '../files/file-lock.ts'
import { openInThread } from './open-in-thread.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const query = `<?xml version="1.0"?><?qbxml version="13.0"?>
<QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq/></QBXMLMsgsRq></QBXML>`

describe('a simulated company file in a thread', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'company-'))
    file = path.join(folder, 'company.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('leaves the event loop to the agent while it computes', async () => {
    const { desktop, close } = await openInThread(program, file)
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'company.jsonl' })
    await desktop.process(query, 'read')
    const order: string[] = []
    const turn = new Promise<void>((resolve) => {
      setImmediate(() => {
        order.push('heartbeat')
        resolve()
      })
    })
    const outcome = await desktop.process(query, 'read')
    order.push('response')
    await turn
    expect(order).toEqual(['heartbeat', 'response'])
    expect(outcome).toMatchObject({ sent: true, response: expect.stringContaining('<CustomerQueryRs') })
    await close()
  })

  it('opens while Node’s watch mode reports the modules of the thread', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { desktop, close } = await openInThread(program, file)
    expect(await desktop.process(query, 'read')).toMatchObject({ sent: true })
    await close()
  })

  it('is refused while another process has it open, and free once it is closed', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(child, 'spawn')
    await writeFile(`${file}.lock`, String(child.pid))
    await expect(openInThread(program, file)).rejects.toThrow(FileInUseError)
    child.kill()
    await once(child, 'exit')
    const { close } = await openInThread(program, file)
    expect(await readdir(folder)).toContain('company.jsonl.lock')
    await close()
    expect(await readdir(folder)).not.toContain('company.jsonl.lock')
  })
})
