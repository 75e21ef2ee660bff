import { fileURLToPath } from 'node:url'
import type { RealmId } from '@bridge/agent-protocol'
import { startThread } from '../workers/thread.ts'
import type { CompanyFiles } from './company-files.ts'

/** The options of a thread of company files. */
export interface CompanyThreadData {
  readonly databaseUrl: string
  readonly recordsMax: number
  /** Whether the calls of other threads go first. */
  readonly isBackground: boolean
}

/** A call of a function of {@link CompanyFiles}. */
export interface CompanyCall {
  readonly number: number
  readonly method: keyof CompanyFiles
  readonly realmId: RealmId
  readonly rest: readonly unknown[]
}

/** The reply of a thread to a call. */
export interface CompanyReply {
  readonly number: number
  readonly result: { readonly value: unknown } | { readonly error: Error; readonly isDatabaseAway: boolean }
  /** The time of the call in the thread, in milliseconds. */
  readonly ms: number
  /** How long the response is held back, in milliseconds. */
  readonly delayMs: number
  /** Whether a query of the sandbox has further pages, which only this thread can return. */
  readonly isIterating: boolean
}

/** The message that ends a thread. */
export const endOfThread = 'end'

/** A running thread of company files. */
export interface CompanyThread {
  post(call: CompanyCall): void
  /** Ends the thread at once. */
  kill(): void
  /** Lets the thread close its connections; resolves when it has ended. */
  close(): Promise<void>
}

export interface CompanyThreadEvents {
  /** Called when the thread is loaded and begins with its calls. */
  onReady(): void
  onReply(reply: CompanyReply): void
  /** Called once, also after `kill` and `close`. */
  onEnd(error: Error): void
}

export type StartCompanyThread = (data: CompanyThreadData, events: CompanyThreadEvents) => CompanyThread

/** The heap of a thread, in MiB. A company file of 10,000 records takes up to 300. */
export const companyThreadHeapMiB = 768
const closeMsMax = 3_000

/** Starts a thread of company files. */
export function startCompanyThread(
  data: CompanyThreadData,
  { onReady, onReply, onEnd }: CompanyThreadEvents,
): CompanyThread {
  const { post, kill, ended } = startThread<CompanyCall | typeof endOfThread, CompanyReply>({
    program: fileURLToPath(new URL('./company-worker.ts', import.meta.url)),
    name: 'company-files',
    heapMegabytesMax: companyThreadHeapMiB,
    data,
    onReady,
    onMessage: onReply,
    onEnd,
  })
  return {
    post,
    kill,
    async close() {
      post(endOfThread)
      const timer = setTimeout(kill, closeMsMax)
      await ended
      clearTimeout(timer)
    },
  }
}
