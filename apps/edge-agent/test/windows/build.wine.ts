import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildHost } from '../../windows/build.ts'

const machines = { 32: 0x014c, 64: 0x8664 } as const
const dynamicBase = 0x0040
const noExecute = 0x0100

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-build-'))
})

afterAll(() => rm(folder, { recursive: true }))

it.each([32, 64] as const)(
  'builds the same %i-bit host twice, with a random address and no executable data',
  async (bits) => {
    const first = await readFile(await buildHost(bits, path.join(folder, 'first')))
    const second = await readFile(await buildHost(bits, path.join(folder, 'second')))
    expect(first.equals(second)).toBe(true)
    const header = first.readUInt32LE(0x3c)
    expect(first.toString('latin1', header, header + 4)).toBe('PE\0\0')
    expect(first.readUInt16LE(header + 4)).toBe(machines[bits])
    const characteristics = first.readUInt16LE(header + 24 + 70)
    expect(characteristics & dynamicBase).toBe(dynamicBase)
    expect(characteristics & noExecute).toBe(noExecute)
  },
)
