import { format, stripVTControlCharacters } from 'node:util'
import type { Logger } from 'pino'

const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

/** Logs what Next prints to the console: everything on standard output is a line of JSON. */
export function logConsole(logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>, target: Console = console): void {
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, (typeof levels)[keyof typeof levels]][])
    target[method] = (...parts) => logger[level](stripVTControlCharacters(format(...parts)).trim())
}
