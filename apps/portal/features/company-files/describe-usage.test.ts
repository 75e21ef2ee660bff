import { expect, it } from 'vitest'
import { describeUsage } from './describe-usage.ts'

it.each([
  [[0, 0], [0, 0], 'No requests in 2 days'],
  [[1, 0], [1, 0], '1 request in 2 days, 1 failed'],
  [[1_000, 204], [0, 3], '1,204 requests in 2 days, 3 failed'],
])('describes the requests %j of which %j failed', (requests, errors, text) => {
  expect(describeUsage({ requests, errors })).toBe(text)
})
