import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { waitUntil } from '../wait-until.ts'
import { programVariables } from './env.ts'

/** A service program, ended and started again by an attack. */
export interface Program {
  readonly name: string
  /** Starts it. Resolves when it is ready. */
  start(): Promise<void>
  /**
   * Ends it, and resolves when it has ended.
   *
   * @throws if it goes on for longer than a program may take to drain, or does not stop cleanly on SIGTERM
   */
  end(signal: EndSignal): Promise<void>
  /** Returns the running process's ID. */
  getProcessId(): number
}

export type EndSignal = 'SIGKILL' | 'SIGTERM'

interface ProgramOptions {
  readonly name: string
  /** The file and its arguments. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly isReady: () => Promise<boolean>
  /** A file for its output; none by default. */
  readonly logFile?: string
  /** Called if it ends on its own, with how it did. */
  readonly onUnexpectedEnd: (description: string) => void
}

/** Several times as long as each takes on a busy machine. */
const maxReadyMs = 300_000
const maxEndMs = 60_000
const stderrCharactersKept = 2_000

const { resolve } = createRequire(import.meta.url)
const endWithParent = resolve('@bridge/dev/end-with-parent')

/** Describes a program without starting it. */
export function createProgram({ name, args, env, isReady, logFile, onUnexpectedEnd }: ProgramOptions): Program {
  let child: ChildProcess | undefined

  const requireChild = () => {
    if (child === undefined) throw new Error(`${name} does not run.`)
    return child
  }

  return {
    name,

    async start() {
      const log = logFile === undefined ? undefined : openSync(logFile, 'a')
      const started = spawn(process.execPath, ['--import', endWithParent, ...args], {
        env: programVariables(env),
        stdio: ['ignore', log ?? 'ignore', 'pipe', 'ipc'],
      })
      if (log !== undefined) closeSync(log)
      child = started
      let stderr = ''
      started.stderr?.setEncoding('utf8').on('data', (text: string) => {
        stderr = (stderr + text).slice(-stderrCharactersKept)
      })
      started.once('exit', (code, signal) => {
        if (child === started) onUnexpectedEnd(`The ${name} ended with ${code ?? signal}. ${stderr}`)
      })
      const isOver = () => child !== started || started.exitCode !== null || started.signalCode !== null
      await waitUntil(isReady, maxReadyMs, () =>
        isOver() ? `${name} ended during its start. ${stderr}` : undefined,
      ).catch((error) => {
        throw new Error(`${name} is not ready: ${error}`)
      })
    },

    async end(signal) {
      const ending = requireChild()
      child = undefined
      if (ending.exitCode !== null || ending.signalCode !== null) return
      const ended: Promise<unknown[]> = once(ending, 'exit')
      ending.kill(signal)
      const timeout = new AbortController()
      const isLate = delay(maxEndMs, true, { signal: timeout.signal, ref: false }).catch(() => false)
      const first = await Promise.race([ended.then(() => 'ended' as const), isLate])
      timeout.abort()
      if (first === 'ended') {
        const [code, by] = await ended
        // A program ended by its own limit exits with 1.
        if (signal === 'SIGTERM' && code !== 0) throw new Error(`${name} ended with ${code ?? by} after SIGTERM.`)
        return
      }
      ending.kill('SIGKILL')
      await ended
      throw new Error(`${name} was running ${maxEndMs} ms after ${signal}.`)
    },

    getProcessId() {
      const { pid } = requireChild()
      if (pid === undefined) throw new Error(`${name} has not started.`)
      return pid
    },
  }
}
