import { expect, it } from 'vitest'
import { decodeJson, encodeJson, parseSandboxCall, sandboxResults } from './sandbox-call.ts'

const call = { name: 'setFaults', faults: { lostAnswers: true, answerDelayMs: 20 } } as const

it('parses a call as it was encoded', () => {
  expect(parseSandboxCall(encodeJson(call))).toEqual(call)
})

it.each([
  ['an unknown name', { name: 'drop' }],
  ['a nested fault', { name: 'setFaults', faults: { lostAnswers: { now: true } } }],
  ['an unknown template', { name: 'reset', template: 'mine' }],
])('rejects a call with %s', (_name, value) => {
  expect(() => parseSandboxCall(encodeJson(value))).toThrow()
})

it('decodes the result of a call, and nothing for one without a result', () => {
  const counts = { records: 31, nextNumber: 18 }
  expect(decodeJson(encodeJson(counts), sandboxResults.reset)).toEqual(counts)
  expect(decodeJson(encodeJson(undefined), sandboxResults.setFaults)).toBeNull()
})

it('rejects a result of another shape', () => {
  expect(() => decodeJson(encodeJson('31'), sandboxResults.countRecords)).toThrow()
  expect(() => decodeJson(encodeJson({ records: 31 }), sandboxResults.reset)).toThrow()
})
