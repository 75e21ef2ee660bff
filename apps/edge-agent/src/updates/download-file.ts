import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { UpdateFile } from '@bridge/agent-protocol'
import { readBytes } from './read-bytes.ts'
import { describeCause, UpdateError } from './update-error.ts'

/**
 * Downloads a file and flushes it to the disk.
 *
 * @throws {UpdateError} if its size or SHA-256 differs from the manifest, or it cannot be read or written
 */
export async function downloadFile(
  serviceUrl: string,
  { name, url, size, sha256 }: UpdateFile,
  destination: string,
  stopping?: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(destination, 'w').catch(cannotWrite(name))
  try {
    for await (const chunk of readBytes(new URL(url, serviceUrl), size, stopping)) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk).catch(cannotWrite(name))
    }
    await handle.sync().catch(cannotWrite(name))
  } finally {
    await handle.close()
  }
  if (bytes !== size) throw new UpdateError(`${name} ended after ${bytes} of ${size} bytes.`)
  if (hash.digest('hex') !== sha256) throw new UpdateError(`${name} is not the file that was signed.`)
}

function cannotWrite(name: string) {
  return (error: unknown): never => {
    throw new UpdateError(`${name} could not be written: ${describeCause(error)}.`)
  }
}
