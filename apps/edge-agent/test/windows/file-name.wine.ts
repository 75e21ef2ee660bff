import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../windows/testing/file-name.nsi', import.meta.url))

let folder: string
let prefix: WinePrefix
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-file-name-'))
  const output = `-DOUTPUT=${path.join(folder, 'program.exe')}`
  const [created] = await Promise.all([createWinePrefix(), run('makensis', ['-V2', '-WX', output, script])])
  prefix = created
})
afterAll(async () => {
  await prefix?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the program under a name. Returns address and code. */
async function read(name: string): Promise<string> {
  const program = path.join(folder, name)
  await copyFile(path.join(folder, 'program.exe'), program)
  await prefix.run(toWindowsPath(program))
  return (await readFile(path.join(folder, 'found.txt'), 'utf8')).trim()
}

describe('the name of the installer', () => {
  it.each([
    ['bridge-agent-setup-K7PM2XQAC-bridge.example.exe', 'https://bridge.example K7PM2XQAC'],
    ['bridge-agent-setup-K7PM2XQAC-bridge-1.example_8443.exe', 'https://bridge-1.example:8443 K7PM2XQAC'],
    ['bridge-agent-setup-K7PM2XQAC-bridge.example (1).exe', 'https://bridge.example K7PM2XQAC'],
    ['bridge-agent-setup-K7PM2XQAC-bridge.example(12).exe', 'https://bridge.example K7PM2XQAC'],
    ['bridge-agent-setup-K7PM2XQAC-localhost_3000.exe', 'http://localhost:3000 K7PM2XQAC'],
    ['bridge-agent-setup-K7PM2XQAC-127.0.0.1_3000.exe', 'http://127.0.0.1:3000 K7PM2XQAC'],
    ['bridge-agent-setup-K7PM2XQAC-localhost.evil.example.exe', 'https://localhost.evil.example K7PM2XQAC'],
  ])('carries address and code: %s', async (name, found) => {
    expect(await read(name)).toBe(found)
  })

  it.each([
    'bridge-agent-setup.exe',
    'bridge-agent-setup (1).exe',
    'bridge-agent-setup-0.2.0.exe',
    'bridge-agent-setup-K7PM2XQAC.exe',
    'bridge-agent-setup-K7PM2XQAC-.exe',
    'bridge-agent-setup-K7PM2XQA-bridge.example.exe',
    'bridge-agent-setup-K7PM 2XQA-bridge.example.exe',
    "bridge-agent-setup-K7PM2XQA'-bridge.example.exe",
    'bridge-agent-setup-K7PM2XQAC-user@bridge.example.exe',
    'bridge-agent-setup-K7PM2XQAC-bridge.example --token-file=x.exe',
    'bridge-agent-setup-K7PM2XQAC-brücke.example.exe',
    'bridge-agent-setup-K7PM2XQAC-$INSTDIR.exe',
    'setup-K7PM2XQAC-bridge.example.exe',
    `bridge-agent-setup-K7PM2XQAC-${'a'.repeat(220)}%.exe`,
  ])('carries nothing otherwise: %s', async (name) => {
    expect(await read(name)).toBe('')
  })
})
