import { describe, expect, it } from 'vitest'
import { attempt } from '../../test/attempt.ts'
import { incidentRecord } from '../../test/incident-record.ts'
import { findUnexplained } from './find-unexplained.ts'

describe('findUnexplained', () => {
  it('explains faults from the start of an incident until everything has recovered', () => {
    const attempts = [10_000, 15_000, 25_000].map((at) => attempt(at, 'SERVICE_UNAVAILABLE'))
    expect(findUnexplained([...attempts, attempt(90_000, '200')], [incidentRecord()], 0)).toEqual([])
  })

  it('does not explain faults before an incident, or after everything should have recovered', () => {
    const attempts = [9_999, 25_001].map((at) => attempt(at, 'SERVICE_UNAVAILABLE'))
    expect(findUnexplained(attempts, [incidentRecord()], 0)).toEqual([
      'read: SERVICE_UNAVAILABLE without an incident',
      'read: SERVICE_UNAVAILABLE 5.0 s after “database, away for 9.0 s”',
    ])
  })

  it('does not explain a response that was late, although its request was sent in time', () => {
    const late = attempt(60_000, 'AGENT_TIMEOUT', { ms: 45_000 })
    expect(findUnexplained([late], [incidentRecord()], 0)).toHaveLength(1)
  })

  it('gives a busy machine more time, and not forever', () => {
    const attempts = [145_000, 145_001].map((at) => attempt(at, 'AGENT_OFFLINE'))
    expect(findUnexplained(attempts, [incidentRecord()], 120_000)).toHaveLength(1)
  })

  it('never explains a 500, or a 503 that does not say when to come back', () => {
    const outcomes = ['INTERNAL_ERROR', '500 without a code', 'SERVICE_UNAVAILABLE without Retry-After']
    const attempts = outcomes.map((outcome) => attempt(15_000, outcome))
    expect(findUnexplained(attempts, [incidentRecord()], 0)).toHaveLength(outcomes.length)
  })

  it('explains a lost connection only by an incident that cuts connections', () => {
    const lost = [attempt(15_000, 'connection lost')]
    expect(findUnexplained(lost, [incidentRecord({ cutsConnections: true })], 0)).toEqual([])
    expect(findUnexplained(lost, [incidentRecord({ name: 'server 1, replaced' })], 0)).toEqual([
      'read: connection lost during “server 1, replaced”',
    ])
  })
})
