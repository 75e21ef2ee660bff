import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { readSignature, readSigner, verifySignature } from './authenticode.ts'

// The signature in node.exe 24.21.0, and that program's digest.
const digest = Buffer.from('a36b3c0136c484710e4b8e131c4904297a5ecbcd89ad36c5a0dbe00847a93689', 'hex')
const organization = 'OpenJS Foundation'
let signature: Buffer
let root: string
beforeAll(async () => {
  signature = await readFile(new URL('testing/node-24.21.0.signature', import.meta.url))
  root = await readFile(new URL('node-root.pem', import.meta.url), 'utf8')
})

it('accepts the signature of the OpenJS Foundation', async () => {
  await expect(verifySignature(signature, { digest, organization, root })).resolves.toBeUndefined()
})

it('names the signer', () => {
  expect(readSigner(signature)).toBe(organization)
})

it('rejects another program', async () => {
  const other = Buffer.alloc(32, 1)
  await expect(verifySignature(signature, { digest: other, organization, root })).rejects.toThrow('another program')
})

it('rejects another signer', async () => {
  await expect(verifySignature(signature, { digest, organization: 'OpenJS', root })).rejects.toThrow('another one')
})

it('rejects a signature with a changed byte', async () => {
  const changed = Buffer.from(signature)
  const messageDigest = changed.indexOf(Buffer.from('2a864886f70d010904', 'hex')) + 13
  changed.writeUInt8(changed.readUInt8(messageDigest) ^ 1, messageDigest)
  await expect(verifySignature(changed, { digest, organization, root })).rejects.toThrow('not one of the expected root')
})

it('finds the signature and what it signs, which is neither checksum nor signature', () => {
  const program = createProgram()
  const { signature: found, digest: first } = readSignature(program)
  expect(found.toString()).toBe('signature')
  program.writeUInt32LE(7, 128 + 24 + 64)
  expect(readSignature(program).digest).toEqual(first)
  program.writeUInt32LE(7, 400)
  expect(readSignature(program).digest).not.toEqual(first)
})

it('rejects a program without a signature', () => {
  const program = createProgram()
  program.writeUInt32LE(0, 128 + 24 + 144)
  expect(() => readSignature(program)).toThrow('no signature')
})

/** Returns a program of 512 bytes whose signature is a word. */
function createProgram(): Buffer {
  const program = Buffer.alloc(512)
  program.writeUInt32LE(128, 0x3c)
  program.writeUInt16LE(0x20b, 128 + 24)
  program.writeUInt32LE(512, 128 + 24 + 144)
  const certificate = Buffer.from('12345678signature')
  certificate.writeUInt32LE(certificate.length, 0)
  return Buffer.concat([program, certificate])
}
