import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { afterEach, expect, it, vi } from 'vitest'
import { createCallPlaces, type Leave } from './call-places.ts'

afterEach(() => vi.useRealTimers())

function toRealm(digit: number): RealmId {
  const id = parseRealmId(`100000000000000${digit}`)
  if (!id) throw new TypeError('not a realm id')
  return id
}
const [busy, other] = [toRealm(1), toRealm(2)]
const client = 'app'
const limits = { runningMax: 2, waitingMax: 2, waitMsMax: 30_000 }

it('gives a call a place at once, without a promise', () => {
  expect(createCallPlaces(limits).enter(busy, client)).toBeTypeOf('function')
})

it('lets the calls of a realm wait in their order, and other realms go on [dp-7.2:RATE_LIMITED]', async () => {
  const places = createCallPlaces(limits)
  const running = [places.enter(busy, client), places.enter(busy, client)] as Leave[]
  const entered: string[] = []
  const waiting = ['a', 'b'].map(async (name) => {
    const leave = await places.enter(busy, client)
    entered.push(name)
    return leave
  })
  expect(() => places.enter(busy, client)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1,
      detail: expect.stringContaining('2 more wait'),
    }),
  )
  expect(places.enter(other, client)).toBeTypeOf('function')
  running[0]?.()
  await waiting[0]
  expect(entered).toEqual(['a'])
  running[1]?.()
  await waiting[1]
  expect(entered).toEqual(['a', 'b'])
})

it('gives the next place to the client with the fewest running calls', async () => {
  const places = createCallPlaces(limits)
  const running = [places.enter(busy, 'eager'), places.enter(busy, 'eager')] as Leave[]
  const entered: string[] = []
  const waiting = ['eager', 'modest'].map(async (name) => {
    await places.enter(busy, name)
    entered.push(name)
  })
  running[0]?.()
  await waiting[1]
  expect(entered).toEqual(['modest'])
  running[1]?.()
  await waiting[0]
  expect(entered).toEqual(['modest', 'eager'])
})

it('refuses the last call of the client with the most waiting ones to let another client wait', async () => {
  const places = createCallPlaces(limits)
  const [first] = [places.enter(busy, 'eager'), places.enter(busy, 'eager')] as Leave[]
  const [kept, refused] = [places.enter(busy, 'eager'), places.enter(busy, 'eager')].map((place) =>
    Promise.resolve(place).catch((fault: unknown) => fault),
  )
  const modest = places.enter(busy, 'modest')
  expect(await refused).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringContaining('2 more wait') })
  expect(() => places.enter(busy, 'modest')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  first?.()
  const leave = await modest
  leave()
  expect(await kept).toBeTypeOf('function')
})

it('frees a place once, even if its call leaves twice', () => {
  const places = createCallPlaces({ ...limits, waitingMax: 0 })
  const [first] = [places.enter(busy, client), places.enter(busy, client)] as Leave[]
  first?.()
  first?.()
  expect(places.enter(busy, client)).toBeTypeOf('function')
  expect(() => places.enter(busy, client)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
})

it('refuses a call that has waited for too long, and gives its place to the next one', async () => {
  vi.useFakeTimers()
  const places = createCallPlaces({ ...limits, runningMax: 1 })
  const running = places.enter(busy, client) as Leave
  const late = Promise.resolve(places.enter(busy, client)).catch((fault: unknown) => fault)
  vi.advanceTimersByTime(29_999)
  const next = places.enter(busy, client)
  vi.advanceTimersByTime(1)
  expect(await late).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringContaining('has waited for 30 s') })
  running()
  expect(await next).toBeTypeOf('function')
})
