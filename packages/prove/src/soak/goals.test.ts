import { expect, it } from 'vitest'
import { attempt } from '../../test/attempt.ts'
import { incidentRecord } from '../../test/incident-record.ts'
import { listGoals } from './goals.ts'
import { gatewayNames, serverNames } from './service.ts'

const flat = { start: 10, middle: 10, end: 10 }
const memory = [...serverNames, ...gatewayNames].map((program) => ({ program, lifeMs: 200_000, heap: flat, rss: flat }))
const nothing = { phases: [], incidents: [], attempts: [], memory }

function missed(result: Partial<Parameters<typeof listGoals>[0]>) {
  return listGoals({ ...nothing, ...result }).flatMap(({ text, isMet }) => (isMet ? [] : [text]))
}

it('is met where the memory of every program was measured and is flat', () => {
  expect(missed({})).toEqual([])
})

it('is missed if the memory of a server or gateway was not measured', () => {
  expect(missed({ memory: memory.slice(0, 3) })).toEqual(['The memory of gateway 2 was not measured'])
})

it('is missed if the memory of one of the lives of a program grows, unless it is short', () => {
  const growing = {
    program: 'server 1' as const,
    lifeMs: 200_000,
    heap: { ...flat, end: 100 * 1024 * 1024 },
    rss: flat,
  }
  expect(missed({ memory: [...memory, growing] })).toEqual(['The memory of server 1 is not flat over 200.0 s'])
  expect(missed({ memory: [...memory, { ...growing, lifeMs: 100_000 }] })).toEqual([])
})

it('is missed if the claims of a killed server are held for 3 seconds', () => {
  const incidents = [incidentRecord({ name: 'server 1, SIGKILL', leavesClaims: true, goneAt: 11_000 })]
  expect(missed({ incidents, attempts: [attempt(13_999, 'REQUEST_IN_FLIGHT')] })).toEqual([])
  expect(missed({ incidents, attempts: [attempt(14_000, 'REQUEST_IN_FLIGHT')] })).toEqual([
    'Claims of a killed server were held for up to 3.0 s after its end (goal: less than 3.0 s)',
  ])
})

it('is missed if a rolling restart is four times as slow as the quiet minute', () => {
  const phases = [
    { name: 'quiet', from: 0, until: 100 },
    { name: 'rolling restart', from: 100, until: 200 },
  ]
  const attempts = [attempt(10, '200', { ms: 5 }), attempt(110, '200', { ms: 20 })]
  expect(missed({ phases, attempts })).toHaveLength(1)
})
