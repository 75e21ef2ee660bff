import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads'

/** This process's threads. */
export interface Threads {
  /** Ends the threads with this name at once, as a crash would. Returns how many there were. */
  end(name: string): Promise<number>
}

/** Collects the threads started by this process from now on. */
export function collectThreads(): Threads {
  const running = new Map<Worker, string | undefined>()

  class CollectedWorker extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file, options)
      running.set(this, options.name)
      this.once('exit', () => running.delete(this))
    }
  }
  workerThreads.Worker = CollectedWorker
  syncBuiltinESMExports()

  return {
    async end(name) {
      const named = [...running].filter(([, each]) => each === name)
      await Promise.all(named.map(([worker]) => worker.terminate()))
      return named.length
    },
  }
}
