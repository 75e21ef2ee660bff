import { readFile } from 'node:fs/promises'

const headerAddress = 0x3c
const signature = Buffer.from('PE\0\0')
const sectionBytes = 40

/** Whether bytes are a whole Windows program. A stopped PC or a full disk leaves zeros, or the beginning. */
export function isProgram(bytes: Buffer): boolean {
  try {
    if (bytes.toString('latin1', 0, 2) !== 'MZ') return false
    const header = bytes.readUInt32LE(headerAddress)
    if (!bytes.subarray(header, header + signature.length).equals(signature)) return false
    const sections = header + 24 + bytes.readUInt16LE(header + 20)
    const count = bytes.readUInt16LE(header + 6)
    const ends = Array.from({ length: count }, (_, index) => {
      const section = sections + index * sectionBytes
      return bytes.readUInt32LE(section + 16) + bytes.readUInt32LE(section + 20)
    })
    return count > 0 && ends.every((end) => end <= bytes.length)
  } catch (error) {
    // A header that leads out of the file.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns a whole Windows program's bytes; `undefined` for a missing or damaged one. */
export async function readProgram(file: string): Promise<Buffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined)
  return bytes && isProgram(bytes) ? bytes : undefined
}
