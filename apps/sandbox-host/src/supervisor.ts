import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'

interface SupervisorOptions {
  /** The program, which sends a message every second, the first one when it is ready. */
  readonly program: string
  readonly count: number
  /** The heap limit per process, in MiB. */
  readonly heapMiB: number
  readonly logger: Logger
  /** How long a process may be silent before it is killed, in milliseconds. */
  readonly maxSilentMs?: number
  /** Called with a process's exit code before any was ready: another attempt would not help. */
  readonly onRefused: (code: number) => void
}

const defaultMaxSilentMs = 10_000
/** How long a process may take to load and to connect to the database. */
const maxStartMs = 60_000
/** After this time, a process restarts at once. */
const healthyMs = 10_000
const restartMs = 1_000

/** A process and what the supervisor knows about it. */
interface Supervised {
  child: ChildProcess | undefined
  startedAt: number
  watchdog?: NodeJS.Timeout | undefined
  restart?: NodeJS.Timeout | undefined
}

/**
 * Runs a program in several processes, passing each its index. Ended processes are restarted, and silent ones, whose
 * event loop is blocked, are killed.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #all: readonly Supervised[]
  #hasBeenReady = false
  #isStopping = false

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#all = Array.from({ length: options.count }, () => ({ child: undefined, startedAt: 0 }))
    for (const index of this.#all.keys()) this.#start(index)
  }

  /** Returns the running processes' IDs. */
  listPids(): readonly (number | undefined)[] {
    return this.#all.map(({ child }) => child?.pid)
  }

  /** Asks the processes to end, and resolves when they have. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      this.#all.map(async ({ child, restart, watchdog }) => {
        clearTimeout(restart)
        clearTimeout(watchdog)
        if (child === undefined) return
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }),
    )
  }

  #start(index: number): void {
    const { program, heapMiB, maxSilentMs = defaultMaxSilentMs } = this.#options
    const supervised = this.#all[index]
    if (supervised === undefined || this.#isStopping) return
    const execArgv = [...process.execArgv, `--max-old-space-size=${heapMiB}`]
    const child = fork(program, [String(index)], { execArgv })
    Object.assign(supervised, { child, startedAt: performance.now() })
    const watch = (ms: number): void => {
      clearTimeout(supervised.watchdog)
      supervised.watchdog = setTimeout(() => {
        this.#options.logger.error({ process: index, ms }, 'A process is silent, and is killed.')
        child.kill('SIGKILL')
      }, ms)
    }
    watch(maxStartMs)
    child.on('message', () => {
      this.#hasBeenReady = true
      watch(maxSilentMs)
    })
    child.on('exit', (code, signal) => this.#replace(index, supervised, { code, signal }))
  }

  #replace(
    index: number,
    supervised: Supervised,
    exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null },
  ): void {
    clearTimeout(supervised.watchdog)
    supervised.child = undefined
    if (this.#isStopping) return
    if (!this.#hasBeenReady && exit.code !== null) {
      this.#options.onRefused(exit.code)
      return
    }
    this.#options.logger.error({ process: index, ...exit }, 'A process ended, and is replaced.')
    const delayMs = performance.now() - supervised.startedAt > healthyMs ? 0 : restartMs
    supervised.restart = setTimeout(() => this.#start(index), delayMs)
  }
}
