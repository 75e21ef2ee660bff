import { createStream, type RotatingFileStream } from 'rotating-file-stream'

/**
 * Opens an installation's log: `agent.log`, and up to four older files with 5 MB each. Lines are lost while they cannot
 * be written, because the disk is full for instance.
 */
export function openLogFile(folder: string): RotatingFileStream {
  const stream = createStream('agent.log', { path: folder, size: '5M', maxFiles: 4, mode: 0o600 })
  stream.on('error', () => undefined)
  return stream
}
