import { expect, it } from 'vitest'
import { stopTime } from '../../test/stopped-time.ts'
import { createUpgradeLimit } from './upgrade-limit.ts'

it('counts the connections of each token in a minute', () => {
  const time = stopTime()
  const mayConnect = createUpgradeLimit({ maxPerMinute: 2, clock: time.now })
  const connect = (token: string, times: number) => Array.from({ length: times }, () => mayConnect(`Bearer ${token}`))
  expect(connect('busy', 3)).toEqual([true, true, false])
  expect(connect('other', 1)).toEqual([true])
  time.pass(60_000)
  expect(connect('busy', 3)).toEqual([true, true, false])
})
