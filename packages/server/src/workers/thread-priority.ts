import { getPriority, setPriority } from 'node:os'

/** Nice values of threads whose work may wait for the event loop of the server, which has 0 unless it is started otherwise. */
export const backgroundPriority = 10
/** That of threads whose results calls of every kind wait for. It only keeps them from interrupting the event loop. */
export const computePriority = 5

/**
 * Gives the calling thread a lower priority, and never a higher one, which a process may not take. Only Linux has
 * priorities of threads; elsewhere, where it would be that of the process, nothing changes.
 */
export function lowerThreadPriority(priority: number): void {
  if (process.platform === 'linux' && getPriority() < priority) setPriority(priority)
}
