import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { hashContent } from './authenticode.ts'
import { hostSources } from './build.ts'
import { type Bits, compilers, options, sourceFolder } from './compile.ts'

const run = promisify(execFile)

export const hostVersionsFile = path.join(sourceFolder, 'host-versions.json')

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/)
const recordSchema = z.strictObject({
  /** The digest of the sources and the compiler's options. */
  sources: digestSchema,
  /** The compiler, linker and library. Others make other programs of the same sources. */
  toolchain: z.string().min(1),
  /** The digest of each program without its signature. */
  programs: z.strictObject({ '32': digestSchema, '64': digestSchema }),
})

/** The record of a COM host version: its sources, its tools and the programs. */
export type HostRecord = z.output<typeof recordSchema>

const recordsSchema = z.record(z.string().regex(/^[1-9]\d{0,5}$/), recordSchema)

/** Reads the records of all versions of the COM hosts. */
export async function readHostRecords(file = hostVersionsFile): Promise<Readonly<Record<string, HostRecord>>> {
  return recordsSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** Returns the version that the COM hosts' sources name. */
export async function readHostVersion(folder = sourceFolder): Promise<number> {
  const header = await readFile(path.join(folder, 'host.h'), 'utf8')
  const [, version] = /^#define HOST_VERSION ([1-9]\d{0,5})$/m.exec(header) ?? []
  if (version === undefined) throw new Error('host.h has no HOST_VERSION.')
  return Number(version)
}

/** Hashes all that the COM hosts are made of, except the compiler. */
export async function hashHostSources(folder = sourceFolder): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(options))
  for (const name of ['host.h', 'frames.h', ...hostSources]) {
    hash.update(`${name}\0`).update(await readFile(path.join(folder, name)))
  }
  return hash.digest('hex')
}

/** Returns the versions of compiler, linker and run-time library, each of which decides about a program's bytes. */
export async function describeToolchain(bits: Bits): Promise<string> {
  const compiler = compilers[bits]
  const print = async (file: string, ...args: readonly string[]) => (await run(file, [...args])).stdout.trim()
  const [gcc, linker, library] = await Promise.all([
    print(compiler, '--version'),
    print(compiler.replace(/gcc$/, 'ld'), '--version'),
    print('sh', '-c', `echo __MINGW64_VERSION_STR | ${compiler} -E -P -include _mingw.h - | tail -n 1`),
  ])
  const [first = ''] = gcc.split('\n')
  const [second = ''] = linker.split('\n')
  return [first.replace(/^\S+ /, ''), second, `mingw-w64 ${library.replaceAll(/["\s]/g, '')}`].join(', ')
}

/** Describes programs built from the sources. */
export async function recordHosts(programs: Readonly<Record<Bits, string>>): Promise<HostRecord> {
  const [sources, toolchain, program32, program64] = await Promise.all([
    hashHostSources(),
    describeToolchain(64),
    readFile(programs[32]),
    readFile(programs[64]),
  ])
  return {
    sources,
    toolchain,
    programs: { '32': hashContent(program32).toString('hex'), '64': hashContent(program64).toString('hex') },
  }
}

/**
 * Requires that hosts are those of their version, or that they may differ because another compiler built them.
 *
 * @param known the record of their version; `undefined` for a new one
 * @returns whether another compiler built them, so QuickBooks takes them for other programs
 * @throws {Error} if they have changed without another version
 */
export function compareHostRecords(version: number, known: HostRecord | undefined, built: HostRecord): boolean {
  const remedy = 'Raise HOST_VERSION in host.h, and run npm run windows:record-hosts.'
  if (known === undefined) throw new Error(`host-versions.json has no version ${version}. ${remedy}`)
  if (known.sources !== built.sources) {
    throw new Error(`The sources of the COM hosts are not those of version ${version}. ${remedy}`)
  }
  const isSame = known.programs['32'] === built.programs['32'] && known.programs['64'] === built.programs['64']
  if (isSame) return false
  if (known.toolchain === built.toolchain) {
    throw new Error(`The COM hosts are not those of version ${version}, although their sources are. ${remedy}`)
  }
  return true
}

/** Requires that programs, signed or not, are the hosts of the current version. @throws {Error} */
export async function requireKnownHosts(programs: Readonly<Record<Bits, string>>): Promise<void> {
  const version = await readHostVersion()
  const known = (await readHostRecords())[version]
  for (const bits of [32, 64] as const) {
    const digest = hashContent(await readFile(programs[bits])).toString('hex')
    if (digest !== known?.programs[bits]) {
      throw new Error(
        `${programs[bits]} is not the COM host of version ${version}. Take that of a release that has it.`,
      )
    }
  }
}
