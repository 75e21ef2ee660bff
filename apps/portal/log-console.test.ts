import { Console } from 'node:console'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { logConsole } from './log-console.ts'

it('logs what is printed to the console as lines of JSON', () => {
  const lines: string[] = []
  const printed = new PassThrough()
  const target = new Console(printed)
  logConsole(
    pino({ level: 'info', base: null, timestamp: false }, { write: (line: string) => void lines.push(line) }),
    target,
  )
  target.log(' \u001B[32m✓\u001B[39m Running next.config.ts took %dms', 459)
  target.error('Page failed:', new RangeError('too far').message)
  target.debug('nothing')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 30, msg: '✓ Running next.config.ts took 459ms' },
    { level: 50, msg: 'Page failed: too far' },
  ])
  expect(printed.read()).toBeNull()
})
