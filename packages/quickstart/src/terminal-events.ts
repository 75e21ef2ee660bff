import { lineToShow } from './child-lines.ts'
import type { SupervisorEvents } from './supervise.ts'

/** Shows in the terminal what a person should know of the children. */
export const terminalEvents: SupervisorEvents = {
  line(name, line, isError) {
    const shown = lineToShow(name, line, isError)
    if (shown) process.stdout.write(`${shown}\n`)
  },
  died({ name, code, lastLines, restartMs }) {
    const next = restartMs === undefined ? 'It is not started again.' : `It starts again in ${restartMs / 1000} s.`
    const said = lastLines.slice(-5).map((line) => `    ${line}`)
    process.stderr.write(`✗ The ${name} ended (exit code ${code}). ${next} Its last lines:\n${said.join('\n')}\n`)
  },
}
