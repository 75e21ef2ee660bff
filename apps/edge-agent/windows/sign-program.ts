import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs the command in `SIGN_COMMAND` for a program. */
export const signScript = fileURLToPath(new URL('sign.sh', import.meta.url))

/**
 * Signs a Windows program in place with a shell command, to which the program's path is added.
 *
 * @throws {Error} if the command fails, or if the program has no signature after it
 */
export async function signProgram(command: string, program: string): Promise<void> {
  try {
    await run('env', [`SIGN_COMMAND=${command}`, 'sh', signScript, program])
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`${program} could not be signed. ${output}`.trim(), { cause: error })
  }
  if (!hasSignature(await readFile(program))) {
    throw new Error(`${program} has no signature, although the command that signs it succeeded.`)
  }
}

const headerAddress = 0x3c
const optionalHeader = 24
/** The certificate directory's position in the optional header, by its magic number. */
const certificates: Readonly<Record<number, number>> = { 267: 128, 523: 144 }
const entryBytes = 8

/** Whether a Windows program contains an Authenticode signature. Does not check who signed it. */
export function hasSignature(program: Buffer): boolean {
  if (program.length < headerAddress + 4) return false
  const header = program.readUInt32LE(headerAddress)
  const start = header + optionalHeader
  if (program.length < start + 2 || program.toString('latin1', header, header + 4) !== 'PE\0\0') return false
  const entry = start + (certificates[program.readUInt16LE(start)] ?? Number.NaN)
  if (!(entry + entryBytes <= program.length)) return false
  const [position, size] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)]
  return size > 0 && position > entry && position + size <= program.length
}
