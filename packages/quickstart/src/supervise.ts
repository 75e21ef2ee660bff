import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { repository } from './repository.ts'

export interface ChildProgram {
  readonly name: string
  /** Node's arguments: the program's file and what follows it. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Where everything it prints is kept. */
  readonly logFile: string
  /** Exit codes after which starting it again would not help. */
  readonly finalExitCodes?: readonly number[]
}

export interface SupervisorEvents {
  /** A line that the child printed, to its error stream or not. */
  line(name: string, line: string, isError: boolean): void
  /** The child ended by itself. `restartMs` tells when it starts again; nothing when it does not. */
  died(death: { name: string; code: number | null; lastLines: readonly string[]; restartMs: number | undefined }): void
}

/** A child that is kept running. */
export interface Supervised {
  /** Asks it to stop, waits, and ends it by force after `patienceMs`. It is not started again. */
  stop(patienceMs?: number): Promise<void>
}

const lastLinesKept = 20
const restartMsFirst = 500
const restartMsMax = 30_000
/** A child that ran this long before it died starts over with the shortest wait. */
const healthyMs = 60_000
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * Starts a Node program in a process group of its own (so that Ctrl-C in the terminal does not reach it before its
 * turn) and starts it again, with growing waits, whenever it dies.
 */
export function supervise(program: ChildProgram, events: SupervisorEvents): Supervised {
  const log = createWriteStream(program.logFile, { flags: 'a', mode: 0o600 })
  let stopping = false
  let restartMs = restartMsFirst
  let restartTimer: NodeJS.Timeout | undefined
  let child = start()

  function start(): ChildProcess {
    const startedAt = performance.now()
    const lastLines: string[] = []
    const started = spawn(process.execPath, ['--enable-source-maps', '--import', endWithParent, ...program.args], {
      cwd: repository,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    const hear = (line: string, isError: boolean) => {
      log.write(`${line}\n`)
      lastLines.push(line)
      if (lastLines.length > lastLinesKept) lastLines.shift()
      events.line(program.name, line, isError)
    }
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => hear(line, stream === started.stderr))
    }
    started.on('error', (error) => hear(error.message, true))
    started.on('close', (code) => {
      if (stopping) return
      if (performance.now() - startedAt > healthyMs) restartMs = restartMsFirst
      const isFinal = code !== null && program.finalExitCodes?.includes(code) === true
      events.died({ name: program.name, code, lastLines, restartMs: isFinal ? undefined : restartMs })
      if (isFinal || stopping) return
      restartTimer = setTimeout(() => {
        child = start()
      }, restartMs)
      restartMs = Math.min(restartMs * 2, restartMsMax)
    })
    return started
  }

  return {
    async stop(patienceMs = 10_000) {
      stopping = true
      clearTimeout(restartTimer)
      const running = child
      if (running.exitCode === null && running.signalCode === null && running.pid !== undefined) {
        const ended = new Promise((resolve) => running.once('exit', resolve))
        running.kill('SIGTERM')
        const force = setTimeout(() => running.kill('SIGKILL'), patienceMs)
        await ended
        clearTimeout(force)
      }
      await new Promise((resolve) => log.end(resolve))
    },
  }
}
