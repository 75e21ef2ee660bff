import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { repository } from '../files/repository.ts'

export interface ChildProgram {
  readonly name: string
  /** Arguments for Node: the program's file and its own arguments. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Receives everything the program prints. */
  readonly logFile: string
  /** How long it may take to exit after SIGTERM, in milliseconds; then SIGKILL ends it. */
  readonly maxStopMs: number
  /** Exit codes after which a restart would not help. */
  readonly finalExitCodes?: readonly number[]
}

export interface SupervisorEvents {
  /** Reports a line printed by the child to stdout or stderr. */
  line(name: string, line: string, isError: boolean): void
  /** Reports the child's unexpected exit; without `restartMs` it is not restarted. */
  exited(death: {
    name: string
    code: number | null
    lastLines: readonly string[]
    restartMs: number | undefined
  }): void
  /** Reports a child still running a second after SIGTERM. */
  stopping(child: { name: string; maxStopMs: number }): void
}

/** A child process restarted when it exits. */
export interface Supervised {
  /** Stops it for good: SIGTERM first, SIGKILL after `maxStopMs`. */
  stop(): Promise<void>
}

const lastLinesKept = 20
const restartMsFirst = 500
const maxRestartMs = 30_000
/** A child running this long before its exit restarts with the shortest delay. */
const healthyMs = 60_000
const stoppingReportMs = 1_000
const endWithParent = new URL('../end-with-parent.mjs', import.meta.url).href

/**
 * Starts a Node program and restarts it, with growing delays, whenever it exits. It runs in its own process group:
 * Ctrl-C in the terminal does not reach it out of order.
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
    const started = spawn(process.execPath, ['--import', endWithParent, ...program.args], {
      cwd: repository,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    const onLine = (line: string, isError: boolean) => {
      log.write(`${line}\n`)
      lastLines.push(line)
      if (lastLines.length > lastLinesKept) lastLines.shift()
      events.line(program.name, line, isError)
    }
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => onLine(line, stream === started.stderr))
    }
    started.on('error', (error) => onLine(error.message, true))
    started.on('close', (code) => {
      if (stopping) return
      if (performance.now() - startedAt > healthyMs) restartMs = restartMsFirst
      const isFinal = code !== null && program.finalExitCodes?.includes(code) === true
      events.exited({ name: program.name, code, lastLines, restartMs: isFinal ? undefined : restartMs })
      if (isFinal || stopping) return
      restartTimer = setTimeout(() => {
        child = start()
      }, restartMs)
      restartMs = Math.min(restartMs * 2, maxRestartMs)
    })
    return started
  }

  return {
    async stop() {
      stopping = true
      clearTimeout(restartTimer)
      const running = child
      if (running.exitCode === null && running.signalCode === null && running.pid !== undefined) {
        const ended = new Promise((resolve) => running.once('exit', resolve))
        running.kill('SIGTERM')
        const { name, maxStopMs } = program
        const report = setTimeout(() => events.stopping({ name, maxStopMs }), stoppingReportMs)
        const force = setTimeout(() => running.kill('SIGKILL'), maxStopMs)
        await ended
        clearTimeout(report)
        clearTimeout(force)
      }
      await new Promise((resolve) => log.end(resolve))
    },
  }
}
