import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failed, ok } from '../../test/scripted-quickbooks.ts'
import type { ComHost, ComResult } from '../quickbooks/com-host.ts'
import { createTokenFile } from './token-file.ts'
import { createTokenSealing, findInstalledToken, SealedTokenError, storeInstalledToken } from './token-sealing.ts'

const token = `svca_${'aB3'.repeat(12)}`
let folder: string
let file: string
/** What the host returns instead of a result. */
let failure: ComResult | undefined
let running: number

const sealing = createTokenSealing(startHost)

/** Starts a host whose seal is base64. */
function startHost(): ComHost {
  running += 1
  const reply = (word: string, text: string): ComResult => {
    if (failure !== undefined) return failure
    if (word === 'seal') return ok(Buffer.from(text).toString('base64'))
    return ok(Buffer.from(text, 'base64').toString())
  }
  return {
    bits: 64,
    ended: Promise.resolve(),
    request: async (word, text) => reply(word, String(text)),
    close: async () => {
      running -= 1
    },
    kill: () => undefined,
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'token-'))
  file = join(folder, 'token')
  failure = undefined
  running = 0
})
afterEach(() => rm(folder, { recursive: true }))

it('stores a token sealed, and finds it again', async () => {
  await storeInstalledToken(await createTokenFile(file), token, sealing)
  expect(await readFile(file, 'utf8')).toBe(`sealed:${Buffer.from(token).toString('base64')}\n`)
  expect(await findInstalledToken(file, sealing)).toBe(token)
  expect(running).toBe(0)
})

it('seals the token of an older file', async () => {
  await writeFile(file, `${token}\r\n`, { mode: 0o644 })
  expect(await findInstalledToken(file, sealing)).toBe(token)
  expect(await readFile(file, 'utf8')).toMatch(/^sealed:/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['token'])
})

it('keeps a token that cannot be sealed, until it can', async () => {
  failure = failed(0x80070005)
  await storeInstalledToken(await createTokenFile(file), token, sealing)
  expect(await findInstalledToken(file, sealing)).toBe(token)
  expect(await readFile(file, 'utf8')).toBe(`${token}\n`)

  failure = undefined
  await findInstalledToken(file, sealing)
  expect(await readFile(file, 'utf8')).toMatch(/^sealed:/)
})

it.each([
  ['of another user', failed(0x8009000b)],
  ['that is empty', ok('')],
])('rejects a sealed token %s, without its text, and keeps the file', async (_what, reply) => {
  await writeFile(file, 'sealed:c3ZjYQ==\n')
  failure = reply
  const finding = findInstalledToken(file, sealing)
  await expect(finding).rejects.toThrow(SealedTokenError)
  await expect(finding).rejects.toThrow(/Pair the agent again with a new code\.$/)
  expect(await readFile(file, 'utf8')).toBe('sealed:c3ZjYQ==\n')
})

it('finds nothing without a file', async () => {
  expect(await findInstalledToken(file, sealing)).toBeUndefined()
})
