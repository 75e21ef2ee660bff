import { readFile, writeFile } from 'node:fs/promises'

/** Resets a process's largest resident size to its present one. Linux only. */
export async function resetPeakMemory(processId: number): Promise<void> {
  await writeFile(`/proc/${processId}/clear_refs`, '5')
}

/** Returns a process's largest resident size since the reset, in bytes. Linux only. */
export async function readPeakMemory(processId: number): Promise<number> {
  return parsePeakMemory(await readFile(`/proc/${processId}/status`, 'utf8'))
}

/** Parses the largest resident size in `/proc/PID/status`, in bytes. */
export function parsePeakMemory(status: string): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kibibytes === undefined) throw new Error('The status of a process has no resident size.')
  return Number(kibibytes) * 1024
}
