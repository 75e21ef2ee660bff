import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildEventListener, buildHost } from '../../windows/build.ts'
import { compareHostRecords, readHostRecords, readHostVersion, recordHosts } from '../../windows/host-version.ts'

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

it('builds the same program for events twice', async () => {
  const build = async (name: string) => readFile(await buildEventListener(path.join(folder, name)))
  expect((await build('first')).equals(await build('second'))).toBe(true)
})

it('builds the hosts of their version, if this machine has the compiler of that version', async () => {
  const [program32, program64] = await Promise.all([buildHost(32, folder), buildHost(64, folder)])
  const version = await readHostVersion()
  const built = await recordHosts({ 32: program32, 64: program64 })
  const known = (await readHostRecords())[version]
  // Throws for other bytes of the same compiler.
  const isOther = compareHostRecords(version, known, built)
  expect(isOther && known?.toolchain === built.toolchain).toBe(false)
})
