import { readFile } from 'node:fs/promises'

/** A process on this machine. Another one gets its ID some time after it has ended. */
export interface ProcessName {
  readonly id: number
  /** OS start time, unique per start. Without it, the ID has to do. */
  readonly start: string | undefined
}

/** Returns this process's name for `readProcess`. */
export async function formatOwnProcess(): Promise<string> {
  const start = await findStart(process.pid)
  return start === undefined ? String(process.pid) : `${process.pid} ${start}`
}

/** Parses a process's name, or only its ID. */
export function readProcess(text: string): ProcessName | undefined {
  const [, id, start] = /^(\d{1,10})(?: (\S+))?\s*$/.exec(text) ?? []
  return id === undefined || Number(id) === 0 ? undefined : { id: Number(id), start }
}

/** Whether a process runs. */
export async function isRunning({ id, start }: ProcessName): Promise<boolean> {
  if (!hasId(id)) return false
  const current = await findStart(id)
  return start === undefined || current === undefined || current === start
}

function hasId(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns when a process started, on Linux: the boot, and the clock ticks after it. */
async function findStart(id: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    const stat = await readFile(`/proc/${id}/stat`, 'utf8')
    // The fields after the program, whose name is in brackets, from the third on. The start is the 22nd.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return start && `${boot}/${start}`
  } catch {
    return undefined
  }
}
