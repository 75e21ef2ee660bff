import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { createTurns } from './company-turns.ts'

function toRealm(digit: number): RealmId {
  const id = parseRealmId(`100000000000000${digit}`)
  if (!id) throw new TypeError('not a realm id')
  return id
}
const [first, second, third] = [toRealm(1), toRealm(2), toRealm(3)]

it('lets sandboxes take turns, and runs the calls of one in their order', () => {
  const turns = createTurns<string>(1)
  for (const call of ['1a', '1b', '1c']) turns.add(first, call)
  turns.add(second, '2a')
  turns.add(third, '3a')
  const order: string[] = []
  for (let turn = turns.next(); turn !== undefined; turn = turns.next()) {
    order.push(turn.call)
    turns.end(turn.realmId)
  }
  expect(order).toEqual(['1a', '2a', '3a', '1b', '1c'])
})

it('starts one call of a sandbox at a time, and calls of few sandboxes at once', () => {
  const turns = createTurns<string>(2)
  turns.add(first, '1a')
  turns.add(first, '1b')
  turns.add(second, '2a')
  turns.add(third, '3a')
  expect([turns.next()?.call, turns.next()?.call, turns.next()]).toEqual(['1a', '2a', undefined])
  turns.end(second)
  expect([turns.next()?.call, turns.next()]).toEqual(['3a', undefined])
  turns.end(first)
  expect(turns.next()?.call).toBe('1b')
})

it('knows which sandboxes have calls', () => {
  const turns = createTurns<string>()
  expect(turns.has(first)).toBe(false)
  turns.add(first, 'a')
  expect(turns.has(first)).toBe(true)
  turns.next()
  expect(turns.has(first)).toBe(true)
  turns.end(first)
  expect(turns.has(first)).toBe(false)
})
