import { createStream, type RotatingFileStream } from 'rotating-file-stream'

/**
 * Opens the log of an installation: `agent.log`, and up to four older files of 5 MB each. Lines that cannot be written,
 * because the disk is full for instance, are lost.
 */
export function openLogFile(folder: string): RotatingFileStream {
  const stream = createStream('agent.log', { path: folder, size: '5M', maxFiles: 4, mode: 0o600 })
  stream.on('error', () => undefined)
  return stream
}
