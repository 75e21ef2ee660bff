import { type ChildProcess, spawnSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Lets a process use only the processor time others leave, as if it ran on another machine. The lowest priority is not
 * enough: Linux's scheduler lets a process with any priority finish its slice lasting some milliseconds, unless all its
 * threads' policy is `SCHED_IDLE`.
 */
export function runWhenIdle({ pid }: ChildProcess): void {
  if (pid === undefined) return
  setPriority(pid, constants.priority.PRIORITY_LOW)
  if (process.platform !== 'linux') return
  const { error, status, stderr } = spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)])
  if (status !== 0) throw new Error(`chrt failed: ${error?.message ?? stderr.toString()}`)
}
