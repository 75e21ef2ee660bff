import { lineToShow } from './child-lines.ts'
import type { SupervisorEvents } from './supervise.ts'

/** Prints the child processes' important lines, and their unexpected exits. */
export const terminalEvents: SupervisorEvents = {
  line(name, line, isError) {
    const shown = lineToShow(name, line, isError)
    if (shown) process.stdout.write(`${shown}\n`)
  },
  exited({ name, code, lastLines, restartMs }) {
    const next = restartMs === undefined ? 'It will not be restarted.' : `Restarting in ${restartMs / 1000} s.`
    const lines = lastLines.slice(-5).map((line) => `    ${line}`)
    process.stderr.write(`✗ The ${name} exited (exit code ${code}). ${next} Its last lines:\n${lines.join('\n')}\n`)
  },
  stopping({ name, maxStopMs }) {
    process.stdout.write(`  The ${name} finishes its work, for at most ${maxStopMs / 1000} s …\n`)
  },
}
