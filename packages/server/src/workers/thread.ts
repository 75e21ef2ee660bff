import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { ThreadEndedError } from './thread-ended-error.ts'
import { threadReady } from './thread-ready.ts'

export interface ThreadOptions<Received> {
  /** The module that the thread runs, which calls `reportReady` when it can take messages. */
  readonly program: string | URL
  readonly name: string
  /** The heap of the thread, in MiB, whatever `--max-old-space-size` allows the process. */
  readonly heapMegabytesMax: number
  /** `workerData` of the thread. */
  readonly data?: unknown
  /** Called when the program is loaded, before the first message. Loading it takes seconds on a busy machine. */
  readonly onReady: () => void
  readonly onMessage: (message: Received) => void
  /** Called once, however the thread ended. */
  readonly onEnd: (error: ThreadEndedError) => void
}

/** A running thread. */
export interface Thread<Sent> {
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>
  /** Sends a message, which waits until the program is loaded. */
  post(message: Sent): void
  /** Ends the thread at once. */
  kill(): void
  /** Lets the process exit while the thread runs. */
  unref(): void
}

/** How long a program may take to load, in milliseconds. */
const loadMsMax = 120_000

/**
 * Starts a thread with a limited heap. It gets none of the options of the process (`--import`, `--inspect`, heap
 * limits), which are meant for the process.
 */
export function startThread<Sent, Received>({
  program,
  name,
  heapMegabytesMax,
  data,
  onReady,
  onMessage,
  onEnd,
}: ThreadOptions<Received>): Thread<Sent> {
  // With this option, V8 would give the heap of the event loop to each thread. The event loop keeps its heap.
  setFlagsFromString('--max-old-space-size=0')
  const worker = new Worker(program, {
    name,
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  const loading = setTimeout(() => void worker.terminate(), loadMsMax).unref()
  let cause: unknown
  worker.on('message', (message: Received | typeof threadReady) => {
    if (message !== threadReady) {
      onMessage(message)
      return
    }
    clearTimeout(loading)
    onReady()
  })
  worker.on('error', (error) => {
    cause = error
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      clearTimeout(loading)
      onEnd(new ThreadEndedError(name, code, cause))
      resolve()
    })
  })
  return {
    ended,
    post: (message) => worker.postMessage(message),
    kill: () => void worker.terminate(),
    unref: () => worker.unref(),
  }
}
