import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NotSetUpError } from './command-error.ts'
import { readCommand } from './command-line.ts'

const env = { LOG_LEVEL: 'info' } as const
const installation = { tokenFile: 'C:\\agent\\token', findToken: async () => 'svca_installed' }

it('prefers arguments to the environment', async () => {
  const token = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env', BRIDGE_URL: 'https://other.example' }
  expect(await readCommand(['--url', 'https://bridge.example', '--simulate', 'a.jsonl'], token)).toEqual({
    kind: 'serve',
    url: 'https://bridge.example',
    token: 'svca_env',
    simulate: 'a.jsonl',
    versions: undefined,
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

it('reads a pairing code, for which the PC is named after its host', async () => {
  const args = ['pair', '--url', 'https://b.example', '--code', 'K7PM-2XQA', '--token-file', 'token']
  const pairing = { url: 'https://b.example', code: 'K7PM-2XQA', tokenFile: 'token', version: '0.1.0' }
  expect(await readCommand(args, env)).toEqual({ kind: 'pair', pairing: { ...pairing, name: hostname() } })
  expect(await readCommand([...args, '--name', 'Front desk'], env)).toMatchObject({ pairing: { name: 'Front desk' } })
})

it('stores the token of an installation in its folder', async () => {
  const args = ['pair', '--url', 'https://b.example', '--code', 'K7PM-2XQA']
  const { tokenFile } = installation
  expect(await readCommand(args, env, 'win32', installation)).toMatchObject({ pairing: { tokenFile } })
  expect(await readCommand([...args, '--token-file', 't'], env, 'win32', installation)).toMatchObject({
    pairing: { tokenFile: 't' },
  })
})

it('finds the token of an installation, unless another one is given', async () => {
  const args = ['--url', 'https://b.example']
  expect(await readCommand(args, env, 'win32', installation)).toMatchObject({ token: 'svca_installed' })
  const given = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env' }
  expect(await readCommand(args, given, 'win32', installation)).toMatchObject({ token: 'svca_env' })
})

it("replaces an installation's token without reading it", async () => {
  const damaged = { ...installation, findToken: () => Promise.reject(new Error('sealed by another user')) }
  const args = ['--url', 'https://b.example']
  expect(await readCommand(['configure', ...args], env, 'win32', damaged)).toMatchObject({ kind: 'configure' })
  const pairing = ['pair', ...args, '--code', 'K7PM-2XQA']
  expect(await readCommand(pairing, env, 'win32', damaged)).toMatchObject({ kind: 'pair' })
  await expect(readCommand(args, env, 'win32', damaged)).rejects.toThrow('sealed by another user')
})

it('configures an installation', async () => {
  const url = 'https://b.example'
  const args = ['configure', '--url', url]
  expect(await readCommand(args, env, 'win32', installation)).toEqual({
    kind: 'configure',
    configuration: { url },
  })
  const withToken = await readCommand([...args, '--token-file', 't'], env, 'win32', installation)
  expect(withToken).toEqual({ kind: 'configure', configuration: { url, tokenFile: 't' } })
  await expect(readCommand(args, env, 'linux')).rejects.toThrow(/exist on Windows only/)
})

it('redeems the code of a start only while there is no token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'token-'))
  const tokenFile = join(folder, 'token')
  const args = ['--url', 'https://b.example', '--simulate', 'a', '--token-file', tokenFile, '--code', 'K7PM-2XQA']
  expect(await readCommand(args, env)).toMatchObject({ kind: 'serve', token: { code: 'K7PM-2XQA', tokenFile } })
  await writeFile(tokenFile, 'svca_file\n')
  expect(await readCommand(args, env)).toMatchObject({ kind: 'serve', token: 'svca_file' })
  await rm(folder, { recursive: true })
})

it('reads the folder of the versions', async () => {
  const args = ['--url', 'https://b.example', '--versions', 'v']
  expect(await readCommand(['update', ...args], env)).toEqual({
    kind: 'update',
    url: 'https://b.example',
    versions: 'v',
  })
  const token = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env' }
  expect(await readCommand([...args, '--simulate', 'a'], token)).toMatchObject({ kind: 'serve', versions: 'v' })
})

it('returns nothing for --help', async () => {
  expect(await readCommand(['--help'], env)).toBeUndefined()
})

it.each([
  ['no address', [], /Pass --url/],
  ['a wrong address', ['--url', 'bridge'], /not the address of a service/],
  ['no token', ['--url', 'https://b.example'], /agent token is missing/],
  ['a missing token file', ['--url', 'https://b.example', '--token-file', '/none'], /cannot be read/],
  ['an unknown command', ['unpair', '--url', 'https://b.example'], /"unpair" is not a command/],
  ['pairing without a code', ['pair', '--url', 'https://b.example', '--token-file', 't'], /pairing code is missing/],
  ['pairing without a file', ['pair', '--url', 'https://b.example', '--code', 'K7PM2XQA'], /Pass --token-file/],
  ['an update without a folder', ['update', '--url', 'https://b.example'], /Pass --versions/],
  ['an unknown option', ['--sandbox'], /Unknown option '--sandbox'/],
])('rejects %s with one line of advice', async (_name, args, message) => {
  await expect(readCommand(args, env)).rejects.toThrow(message)
})

it.each([
  ['address', [], { ...env, BRIDGE_AGENT_TOKEN: 'svca_env' }],
  ['token', ['--url', 'https://b.example'], env],
])('reports an installation without %s as not set up', async (_name, args, given) => {
  const empty = { ...installation, findToken: async () => undefined }
  await expect(readCommand(args, given, 'win32', empty)).rejects.toThrow(NotSetUpError)
})

it('serves QuickBooks without a simulated company file, on Windows only', async () => {
  const token = { ...env, BRIDGE_AGENT_TOKEN: 'svca_env' }
  const args = ['--url', 'https://b.example']
  expect(await readCommand(args, token, 'win32')).toMatchObject({ simulate: undefined })
  await expect(readCommand(args, token, 'linux')).rejects.toThrow(/runs on Windows only/)
})
