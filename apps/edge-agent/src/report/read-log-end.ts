import { open } from 'node:fs/promises'
import { join } from 'node:path'

const maxBytes = 128 * 1024
const maxLines = 200

/**
 * Returns the agent log's last lines, from old to new; none if there is no log. Long logs are not read whole.
 */
export async function readLogEnd(logs: string): Promise<string[]> {
  const file = await open(join(logs, 'agent.log')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return []
  try {
    const { size } = await file.stat()
    const length = Math.min(size, maxBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .slice(-maxLines - 1, -1)
  } finally {
    await file.close()
  }
}
