import { pino } from 'pino'
import { expect, it } from 'vitest'
import { redactLogLine } from './redact-log-line.ts'

/** Returns what a report shows for these fields in a log line. */
function log(fields: object, message = 'not connected to the service'): string | undefined {
  const lines: string[] = []
  const logger = pino({ timestamp: () => ',"time":1772442000000' }, { write: (line) => lines.push(line) })
  logger.warn(fields, message)
  return redactLogLine(lines[0] ?? '')
}

const start = '2026-03-02T09:00:00.000Z warn not connected to the service'

it.each<[string, object, string]>([
  ['numbers and names', { code: 1006, retryMs: 500, reason: 'lost' }, ' code=1006 retryMs=500 reason=lost'],
  [
    'a network error',
    { problem: 'getaddrinfo ENOTFOUND bridge.example' },
    ' problem=getaddrinfo ENOTFOUND bridge.example',
  ],
  [
    'the code of an error',
    { err: Object.assign(new Error('C:\\Users\\Müller'), { code: 'ENOSPC' }) },
    ' err=ENOSPC err=Error',
  ],
])('keeps %s', (_what, fields, expected) => {
  expect(log(fields)).toBe(start + expected)
})

it.each<[string, object]>([
  ['a text of QuickBooks', { text: 'Müller owes 12.00' }],
  ['the error of a request', { error: { hresult: '0x80040400', message: 'Müller' } }],
  ['a path', { companyFile: 'C:\\Books\\Müller.qbw' }],
  ['a path in a field that is kept', { problem: 'C:\\Books\\Müller.qbw' }],
  ['a long text in a field that is kept', { reason: 'x'.repeat(81) }],
  ['an object in a field that is kept', { status: { token: 'svca_1' } }],
  ['an unknown field', { token: 'svca_1' }],
])('removes %s', (_what, fields) => {
  expect(log(fields)).toBe(start)
})

it.each(['', '{', 'null', '[]', '{"time":1}', '{"time":1e300,"level":30,"msg":"x"}'])(
  'survives the line %j',
  (line) => {
    expect(redactLogLine(line) ?? 'none').toMatch(/^none$|^\? info x$/)
  },
)
