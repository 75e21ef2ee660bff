import { describe, expect, it } from 'vitest'
import { lineToShow } from './child-lines.ts'

describe('a line that a child logged', () => {
  it('is shown when it warns, with its cause', () => {
    const line = JSON.stringify({ level: 50, msg: 'request failed', err: { message: 'connection refused' } })
    expect(lineToShow('portal', line, false)).toBe('portal: request failed (connection refused)')
  })

  it('is kept for the log file when it only informs', () => {
    expect(lineToShow('gateway', JSON.stringify({ level: 30, msg: 'listening' }), false)).toBeUndefined()
  })

  it('is shown when it carries a sign-in link, which is read nowhere else', () => {
    const line = JSON.stringify({ level: 30, msg: 'sign-in link', link: 'http://localhost/x' })
    expect(lineToShow('portal', line, false)).toBe('portal: sign-in link\n  http://localhost/x')
  })

  it('is shown as it is when it is no log entry and went to the error stream', () => {
    expect(lineToShow('agent', 'agent: cannot start', true)).toBe('agent: agent: cannot start')
    expect(lineToShow('agent', 'compiled in 3 ms', false)).toBeUndefined()
    expect(lineToShow('agent', '', true)).toBeUndefined()
  })
})
