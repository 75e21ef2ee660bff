import type { RealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { productionRealmId, startBridge } from '../../test/bridge.fixture.ts'
import { createFaultyDesktop } from '../../test/faulty-desktop.fixture.ts'
import { createAcknowledgedMessageSets } from './acknowledged-message-sets.ts'

function realm(number: number) {
  return String(1_000_000_000_000_000 + number) as RealmId
}

it.each([
  ['10 minutes after their responses', '/customer', 11 * 60_000],
  [
    '7 days after their outcomes were stored if they had a requestid',
    '/customer?requestid=',
    7 * 24 * 3_600_000 + 60_000,
  ],
])('clears message sets %s, one with each write', async (_when, path, ms) => {
  let now = Date.UTC(2026, 2, 16)
  const clock = () => new Date(now)
  const desktop = createFaultyDesktop(clock)
  const bridge = await startBridge({ productionDesktop: desktop, clock })
  const add = async (DisplayName: string) => {
    const { token } = await bridge.mintToken(productionRealmId, new Date(now + 60_000))
    const to = `/v3/company/${productionRealmId}${path}${path.endsWith('=') ? DisplayName : ''}`
    expect((await bridge.call(to, { json: { DisplayName }, token })).status).toBe(200)
  }
  await add('First')
  await add('Second')
  expect(desktop.cleared).toEqual([])
  now += ms - 2 * 60_000
  await add('Early')
  expect(desktop.cleared).toEqual([])
  now += 2 * 60_000
  for (const name of ['Third', 'Fourth', 'Fifth']) await add(name)
  expect(desktop.cleared).toHaveLength(2)
  await bridge.stop()
})

it('returns each set of a realm once, oldest first', () => {
  let now = 0
  const sets = createAcknowledgedMessageSets(() => new Date(now))
  sets.add(realm(1), ['a', 'b'])
  sets.add(realm(2), ['c'])
  expect(sets.take(realm(1))).toBeUndefined()
  now = 10 * 60_000
  sets.add(realm(1), ['d'])
  expect([1, 1, 1, 2, 2].map((each) => sets.take(realm(each)))).toEqual(['a', 'b', undefined, 'c', undefined])
})

it('keeps the latest sets of a realm, and of the realms that wrote last, within its limits', () => {
  let now = 0
  const sets = createAcknowledgedMessageSets(() => new Date(now))
  const ids = Array.from({ length: 1_001 }, (_, index) => `set ${index}`)
  for (let each = 0; each < 101; each += 1) sets.add(realm(each), ids)
  now = 10 * 60_000
  expect([0, 1, 100].map((each) => sets.take(realm(each)))).toEqual([undefined, 'set 1', 'set 1'])
})
