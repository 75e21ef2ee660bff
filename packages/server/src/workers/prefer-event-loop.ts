import { existsSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { computePriority } from './thread-priority.ts'

/** Lets each thread collect its short-lived objects without helpers. */
export const gcFlag = '--no-parallel-scavenge'
/** Linux lists the threads of a process here by their IDs, of which the first thread has that of the process. */
const threadsPath = '/proc/self/task'

/**
 * Lets the event loop of this process go before all that its other threads do. To be called when the program starts,
 * before it starts threads.
 *
 * The heaps of all threads share the helper threads of V8, which have the priority of the event loop at first: with a
 * few busy sandboxes, most of them run. A collection of short-lived objects stops the event loop until the helpers that
 * take part are done, however long they wait for a processor, so that none may take part.
 */
export function preferEventLoop(): void {
  setFlagsFromString(gcFlag)
  if (!existsSync(threadsPath)) return
  for (const id of readdirSync(threadsPath).map(Number)) {
    if (id !== process.pid && getPriority(id) < computePriority) setPriority(id, computePriority)
  }
}
