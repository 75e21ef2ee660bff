import { expect, it } from 'vitest'
import { attempt } from '../../test/attempt.ts'
import { incidentRecord } from '../../test/incident-record.ts'
import { longestClaimMs } from './claims.ts'

const killed = incidentRecord({ name: 'server 1, SIGKILL', leavesClaims: true })
const next = incidentRecord({ from: 70_000, goneAt: 70_500, until: 75_000 })

it('measures from the end of a killed server until the last write that it claimed was rejected', () => {
  const attempts = [12_000, 13_500].map((at) => attempt(at, 'REQUEST_IN_FLIGHT'))
  expect(longestClaimMs({ incidents: [killed, next], attempts: [...attempts, attempt(14_000, '200')] })).toBe(2_500)
})

it('is 0 if no write was rejected', () => {
  expect(longestClaimMs({ incidents: [killed], attempts: [attempt(12_000, 'SERVICE_UNAVAILABLE')] })).toBe(0)
})

it('does not count what the next incident causes', () => {
  expect(longestClaimMs({ incidents: [killed, next], attempts: [attempt(70_100, 'REQUEST_IN_FLIGHT')] })).toBe(0)
})

it('has no time without a killed server', () => {
  expect(longestClaimMs({ incidents: [next], attempts: [attempt(71_000, 'REQUEST_IN_FLIGHT')] })).toBeUndefined()
})
