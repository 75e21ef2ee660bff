import { expect, it } from 'vitest'
import { readMessageSetResponse } from './parse-message-set-response.ts'
import { runAtOnce } from './sliced.ts'

it('pauses about every 32 kB of a long response, and returns the same as without pauses', () => {
  const records = Array.from({ length: 5_000 }, (_, id) => `<ClassRet><ListID>${id}</ListID></ClassRet>`).join('')
  const text = `<QBXML><QBXMLMsgsRs><ClassQueryRs statusCode="0" statusSeverity="Info" statusMessage="">${records}</ClassQueryRs></QBXMLMsgsRs></QBXML>`
  const work = readMessageSetResponse(text)
  let pauses = 0
  let step = work.next()
  while (!step.done) {
    pauses += 1
    step = work.next()
  }
  expect(pauses).toBe(Math.floor(text.length / (32 * 1024)))
  expect(step.value.responses[0]?.elements).toHaveLength(5_000)
  expect(step.value).toEqual(runAtOnce(readMessageSetResponse(text)))
})
