import { expect, it } from 'vitest'
import { findOutcome, mayRepeat } from './load.ts'

const unavailable = '{"Fault":{"Error":[{"code":"SERVICE_UNAVAILABLE"}],"type":"SERVICE"}}'

it.each([
  ['a response', { status: 200, saysWhenToRepeat: false, text: '{"Customer":{}}' }, '200', false],
  ['a fault', { status: 503, saysWhenToRepeat: true, text: unavailable }, 'SERVICE_UNAVAILABLE', true],
  ['an item of a batch', { status: 200, saysWhenToRepeat: false, text: unavailable }, 'SERVICE_UNAVAILABLE', true],
  [
    '503 without Retry-After',
    { status: 503, saysWhenToRepeat: false, text: unavailable },
    'SERVICE_UNAVAILABLE without Retry-After',
    false,
  ],
  ['a page of a proxy', { status: 500, saysWhenToRepeat: false, text: '<html>' }, '500 without a code', false],
])('names the outcome of %s, and whether a client may repeat it', (_name, reply, outcome, isRepeatable) => {
  expect([findOutcome(reply), mayRepeat(findOutcome(reply))]).toEqual([outcome, isRepeatable])
})
