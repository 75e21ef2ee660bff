import { describe, expect, it } from 'vitest'
import { lineToShow } from './child-lines.ts'

describe('lineToShow', () => {
  it('shows a warning with its cause', () => {
    const line = JSON.stringify({ level: 50, msg: 'request failed', err: { message: 'connection refused' } })
    expect(lineToShow('portal', line, false)).toBe('portal: request failed (connection refused)')
  })

  it('hides informational entries', () => {
    expect(lineToShow('gateway', JSON.stringify({ level: 30, msg: 'listening' }), false)).toBeUndefined()
  })

  it('shows the link of an entry', () => {
    const line = JSON.stringify({ level: 30, msg: 'An email', link: 'http://localhost/x' })
    expect(lineToShow('portal', line, false)).toBe('portal: An email\n  http://localhost/x')
  })

  it('shows lines on stderr that are not log entries', () => {
    expect(lineToShow('agent', 'agent: cannot start', true)).toBe('agent: agent: cannot start')
    expect(lineToShow('agent', 'compiled in 3 ms', false)).toBeUndefined()
    expect(lineToShow('agent', '', true)).toBeUndefined()
  })
})
