import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Bits, type Compile, compileProgram, compilers, sourceFolder } from '../compile.ts'

const run = promisify(execFile)
const cache = path.join(homedir(), '.cache/bridge-service/windows-programs')
const compiling = new Map<string, Promise<void>>()

/** Compiles a test program once per source and compiler version, and copies it. */
export const compileOnce: Compile = async (bits, output, sources) => {
  const name = path.basename(output)
  const program = path.join(cache, await getKey(bits, name, sources), name)
  if (!existsSync(program)) {
    if (!compiling.has(program)) compiling.set(program, store(bits, program, sources))
    await compiling.get(program)
  }
  await mkdir(path.dirname(output), { recursive: true })
  await copyFile(program, output)
  return output
}

/** Stores a program whose folder is a complete one or none. */
async function store(bits: Bits, program: string, sources: readonly string[]): Promise<void> {
  const folder = path.dirname(program)
  const unfinished = `${folder}.${process.pid}`
  try {
    await compileProgram(bits, path.join(unfinished, path.basename(program)), sources)
    // Another run may have been faster.
    await rename(unfinished, folder).catch(() => undefined)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function getKey(bits: Bits, name: string, sources: readonly string[]): Promise<string> {
  const { stdout: version } = await run(compilers[bits], ['--version'])
  const hash = createHash('sha256').update(JSON.stringify([bits, name, sources, version]))
  for (const file of await listSources()) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** Returns everything a program may consist of, including the compiler's options. */
async function listSources(): Promise<string[]> {
  const folders = [sourceFolder, path.join(sourceFolder, 'testing')]
  const names = await Promise.all(folders.map((folder) => readdir(folder)))
  const files = folders.flatMap((folder, index) => (names[index] ?? []).map((name) => path.join(folder, name)))
  return files.filter((file) => /\.(c|h|def)$|compile\.ts$/.test(file)).sort()
}
