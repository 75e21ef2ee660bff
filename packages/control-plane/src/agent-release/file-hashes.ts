import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Returns a file's SHA-256 in lower-case hex. */
export type HashFile = (path: string) => Promise<string>

/** Creates a function reading a file only when it has changed, and once for simultaneous requests. */
export function createFileHashes(): HashFile {
  const hashes = new Map<string, { readonly version: string; readonly sha256: Promise<string> }>()
  return async (path) => {
    const { size, mtimeMs, ino } = await stat(path)
    const version = `${size} ${mtimeMs} ${ino}`
    const known = hashes.get(path)
    if (known?.version === version) return known.sha256
    const sha256 = readHash(path)
    hashes.set(path, { version, sha256 })
    sha256.catch(() => hashes.delete(path))
    return sha256
  }
}

async function readHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
