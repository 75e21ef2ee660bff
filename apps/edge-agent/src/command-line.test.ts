import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCommand } from './command-line.ts'

const env = { LOG_LEVEL: 'info' } as const

it('prefers arguments to the environment', async () => {
  const token = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env', BRIDGE_URL: 'https://other.example' }
  expect(await readCommand(['--url', 'https://bridge.example', '--simulate', 'a.jsonl'], token)).toEqual({
    url: 'https://bridge.example',
    token: 'svca_env',
    simulate: 'a.jsonl',
  })
  expect(await readCommand(['--simulate', 'a.jsonl'], token)).toMatchObject({ url: 'https://other.example' })
})

it('reads the token from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'token-'))
  await writeFile(join(folder, 'token'), 'svca_file\n')
  const args = ['--url', 'https://b.example', '--simulate', 'a', '--token-file', join(folder, 'token')]

  expect(await readCommand(args, env)).toMatchObject({ token: 'svca_file' })
  await rm(folder, { recursive: true })
})

it('returns nothing for --help', async () => {
  expect(await readCommand(['--help'], env)).toBeUndefined()
})

it.each([
  ['no address', [], /Pass --url/],
  ['a wrong address', ['--url', 'bridge'], /not the address of a service/],
  ['no token', ['--url', 'https://b.example'], /agent token is missing/],
  ['a missing token file', ['--url', 'https://b.example', '--token-file', '/none'], /cannot be read/],
  ['an unknown option', ['--sandbox'], /Unknown option '--sandbox'/],
])('rejects %s with one line of advice', async (_name, args, message) => {
  await expect(readCommand(args, env)).rejects.toThrow(message)
})

it('serves QuickBooks without a simulated company file, on Windows only', async () => {
  const token = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env' }
  const args = ['--url', 'https://b.example']
  expect(await readCommand(args, token, 'win32')).toMatchObject({ simulate: undefined })
  await expect(readCommand(args, token, 'linux')).rejects.toThrow(/runs on Windows only/)
})
