import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCommand } from './command-line.ts'

const env = { LOG_LEVEL: 'info' } as const

it('takes arguments, and the environment for what they leave out', async () => {
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

it('asks for the help text', async () => {
  expect(await readCommand(['--help'], env)).toBeUndefined()
})

it.each([
  ['no address', [], /Give --url/],
  ['a wrong address', ['--url', 'bridge'], /no address of the service/],
  ['no token', ['--url', 'https://b.example'], /agent token is missing/],
  ['a token file that is not there', ['--url', 'https://b.example', '--token-file', '/none'], /cannot be read/],
  ['an unknown option', ['--sandbox'], /Unknown option '--sandbox'/],
])('says in one line what to do: %s', async (_name, args, message) => {
  await expect(readCommand(args, env)).rejects.toThrow(message)
})

it('says that it cannot talk to QuickBooks yet', async () => {
  const token = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env' }
  await expect(readCommand(['--url', 'https://b.example'], token)).rejects.toThrow(/simulated company file only/)
})
