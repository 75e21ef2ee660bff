import { parentPort } from 'node:worker_threads'

/** The message of a thread whose program is loaded. */
export const threadReady = 'ready'

/** Tells the server that this thread's program is loaded. */
export function reportReady(): void {
  parentPort?.postMessage(threadReady)
}
