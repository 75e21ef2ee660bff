import { readdir, readFile } from 'node:fs/promises'

/** Returns how long a process's threads have computed so far, in milliseconds. Linux only. */
export async function readProcessorMs(processId: number): Promise<number> {
  const folder = `/proc/${processId}/task`
  const threads = await readdir(folder)
  const texts = await Promise.all(
    // A thread may end in the meantime.
    threads.map((thread) => readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return texts.reduce((sum, text) => sum + parseComputedMs(text), 0)
}

/** Parses `/proc/PID/task/TID/schedstat`, whose first number is in nanoseconds. */
export function parseComputedMs(text: string): number {
  return Number(text.split(' ', 1)[0]) / 1e6
}
