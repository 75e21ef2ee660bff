import { describe, expect, it } from 'vitest'
import { hashContent } from './authenticode.ts'
import {
  compareHostRecords,
  type HostRecord,
  hashHostSources,
  readHostRecords,
  readHostVersion,
} from './host-version.ts'

const known: HostRecord = {
  sources: 'a'.repeat(64),
  toolchain: 'gcc 12',
  programs: { '32': 'b'.repeat(64), '64': 'c'.repeat(64) },
}

// QuickBooks asks the Admin of every customer again for hosts with other bytes.
describe('the COM hosts', () => {
  it('have the sources of their version: otherwise, raise HOST_VERSION and run npm run windows:record-hosts', async () => {
    const record = (await readHostRecords())[await readHostVersion()]
    expect(record?.sources).toBe(await hashHostSources())
  })

  it('may be built again with the same result', () => {
    expect(compareHostRecords(1, known, known)).toBe(false)
  })

  it.each([
    ['changed sources', { sources: 'd'.repeat(64) }, /The sources .* not those of version 1.* Raise HOST_VERSION/],
    [
      'other bytes of one of them',
      { programs: { ...known.programs, '64': 'd'.repeat(64) } },
      /although their sources are/,
    ],
  ])('may not be built with %s and the version before', (_name, changes, message) => {
    expect(() => compareHostRecords(1, known, { ...known, ...changes })).toThrow(message)
  })

  it('may not be built for a version that is not recorded', () => {
    expect(() => compareHostRecords(2, undefined, known)).toThrow('has no version 2')
  })

  it('may have other bytes of another compiler, which no release should contain', () => {
    const other = { ...known, toolchain: 'gcc 14', programs: { '32': 'd'.repeat(64), '64': 'e'.repeat(64) } }
    expect(compareHostRecords(1, known, other)).toBe(true)
    expect(compareHostRecords(1, known, { ...known, toolchain: 'gcc 14' })).toBe(false)
    expect(() => compareHostRecords(1, known, { ...other, sources: 'd'.repeat(64) })).toThrow('The sources')
  })
})

/** Returns a program with its certificate directory at the end of its header. */
function createProgram(magic: number, certificates: number, length: number): Buffer {
  const bytes = Buffer.alloc(length, 7)
  bytes.writeUInt32LE(128, 0x3c)
  bytes.writeUInt16LE(magic, 128 + 24)
  bytes.writeUInt32LE(0, 128 + 24 + certificates)
  bytes.writeUInt32LE(0, 128 + 24 + certificates + 4)
  return bytes
}

describe("a program's content", () => {
  it.each([
    [32, 0x10b, 128],
    [64, 0x20b, 144],
  ])('has the same digest before and after a %i-bit program is signed', (_bits, magic, certificates) => {
    const program = createProgram(magic, certificates, 1021)
    const signed = Buffer.concat([program, Buffer.alloc(3), Buffer.from('signature')])
    signed.writeUInt32LE(1024, 128 + 24 + certificates)
    signed.writeUInt32LE(9, 128 + 24 + certificates + 4)
    // Signing also sets the checksum.
    signed.writeUInt32LE(12345, 128 + 24 + 64)
    expect(hashContent(signed)).toEqual(hashContent(program))
    signed[1000] = 8
    expect(hashContent(signed)).not.toEqual(hashContent(program))
  })

  it('is that of a Windows program', () => {
    expect(() => hashContent(createProgram(0x107, 128, 1021))).toThrow('no Windows program')
  })
})
