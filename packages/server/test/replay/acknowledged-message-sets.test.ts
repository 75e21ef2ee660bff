import type { RealmId } from '@bridge/agent-protocol'
import {
  type ClearableMessageSets,
  createAcknowledgedMessageSets,
} from '@bridge/data-plane/replay/acknowledged-message-sets'
import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { expect, it } from 'vitest'
import { productionRealmId, startBridge } from '../bridge.fixture.ts'

function realm(number: number) {
  return String(1_000_000_000_000_000 + number) as RealmId
}

async function takeEach(sets: ClearableMessageSets, realms: readonly number[]) {
  const taken: (string | undefined)[] = []
  for (const each of realms) taken.push(await sets.take(realm(each), 'next'))
  return taken
}

it('clears message sets of a sandbox 10 minutes after their responses, one with each write', async () => {
  let now = Date.UTC(2026, 2, 16)
  const clock = () => new Date(now)
  const desktop = createFaultyDesktop(clock)
  const { recall: _, ...sandboxDesktop } = desktop
  const bridge = await startBridge({ productionDesktop: sandboxDesktop, clock })
  const add = async (DisplayName: string) => {
    const to = `/v3/company/${productionRealmId}/customer`
    const { token } = await bridge.mintToken(productionRealmId, new Date(now + 60_000))
    expect((await bridge.call(to, { json: { DisplayName }, token })).status).toBe(200)
  }
  await add('First')
  await add('Second')
  now += 9 * 60_000
  await add('Early')
  expect(desktop.cleared).toEqual([])
  now += 2 * 60_000
  for (const name of ['Third', 'Fourth', 'Fifth']) await add(name)
  expect(desktop.cleared).toHaveLength(2)
  await bridge.stop()
})

it('returns each set of a realm once, oldest first', async () => {
  let now = 0
  const sets = createAcknowledgedMessageSets(() => new Date(now))
  sets.add(realm(1), ['a', 'b'])
  sets.add(realm(2), ['c'])
  expect(await sets.take(realm(1), 'next')).toBeUndefined()
  now = 10 * 60_000
  sets.add(realm(1), ['d'])
  expect(await takeEach(sets, [1, 1, 1, 2, 2])).toEqual(['a', 'b', undefined, 'c', undefined])
})

it('keeps the latest sets of a realm, and of the realms that wrote last, within its limits', async () => {
  let now = 0
  const sets = createAcknowledgedMessageSets(() => new Date(now))
  const ids = Array.from({ length: 1_001 }, (_, index) => `set ${index}`)
  for (let each = 0; each < 101; each += 1) sets.add(realm(each), ids)
  now = 10 * 60_000
  expect(await takeEach(sets, [0, 1, 100])).toEqual([undefined, 'set 1', 'set 1'])
})
