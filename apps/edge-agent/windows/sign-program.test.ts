import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasSignature, signProgram } from './sign-program.ts'

const standIn = fileURLToPath(new URL('testing/sign.mjs', import.meta.url))
let folder: string
let program: string

/** Returns an unsigned program's headers. */
function createProgram(magic: number): Buffer {
  const bytes = Buffer.alloc(512)
  bytes.write('MZ')
  bytes.writeUInt32LE(128, 0x3c)
  bytes.write('PE\0\0', 128, 'latin1')
  bytes.writeUInt16LE(magic, 128 + 24)
  return bytes
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sign-'))
  program = join(folder, "the agent's setup.exe")
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  [32, 0x10b],
  [64, 0x20b],
])('signs a %i-bit program with a command, to which its path is added', async (_bits, magic) => {
  await writeFile(program, createProgram(magic))
  expect(hasSignature(await readFile(program))).toBe(false)
  await signProgram(`'${process.execPath}' '${standIn}' '${join(folder, 'record')}'`, program)

  expect(hasSignature(await readFile(program))).toBe(true)
  expect(await readFile(join(folder, 'record'), 'utf8')).toBe(`${program}\n`)
})

it('fails with the output of a command that fails', async () => {
  await writeFile(program, createProgram(0x20b))
  await expect(signProgram('echo the key is locked >&2; false', program)).rejects.toThrow(
    `${program} could not be signed. the key is locked`,
  )
})

it('fails if the command has signed nothing', async () => {
  await writeFile(program, createProgram(0x20b))
  await expect(signProgram('true', program)).rejects.toThrow('has no signature')
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.alloc(512, 'text')],
  ['a cut program', createProgram(0x20b).subarray(0, 160)],
  ['a program of another kind', createProgram(0x107)],
])('finds no signature in %s', (_what, bytes) => {
  expect(hasSignature(bytes)).toBe(false)
})
