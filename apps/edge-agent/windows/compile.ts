import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Bits = 32 | 64

/**
 * Compiles a Windows program and returns its path.
 *
 * @param sources files in this folder, and compiler options
 */
export type Compile = (bits: Bits, output: string, sources: readonly string[]) => Promise<string>

/** The folder with the sources in C. */
export const sourceFolder = path.dirname(fileURLToPath(import.meta.url))

export const compilers: Record<Bits, string> = { 32: 'i686-w64-mingw32-gcc', 64: 'x86_64-w64-mingw32-gcc' }

const flags = [
  ...['-std=gnu11', '-Os', '-s', '-static', '-Wall', '-Wextra', '-Werror'],
  ...['-D_WIN32_WINNT=0x0601', '-DUNICODE', '-D_UNICODE'],
  // Without its time stamp, a program is the same in every build, so a signed one can be compared with a second build.
  '-Wl,--no-insert-timestamp,--dynamicbase,--nxcompat',
]
const libraries = ['ole32', 'oleaut32', 'uuid', 'crypt32', 'user32', 'shell32', 'advapi32', 'ws2_32'].map(
  (name) => `-l${name}`,
)

/** The compiler's options for every program. */
export const options: readonly string[] = [...flags, ...libraries]

/** Compiles with mingw-w64. */
export const compileProgram: Compile = async (bits, output, sources) => {
  await mkdir(path.dirname(output), { recursive: true })
  await run(compilers[bits], [...flags, ...sources, '-o', output, ...libraries], { cwd: sourceFolder })
  return output
}
