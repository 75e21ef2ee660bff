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
const limits = { runningMax: 2, waitingMax: 2, waitMsMax: 30_000 }

it('gives a call a place at once, without a promise', () => {
  expect(createCallPlaces(limits).enter(busy)).toBeTypeOf('function')
})

it('lets the calls of a realm wait in their order, and other realms go on [dp-7.2:RATE_LIMITED]', async () => {
  const places = createCallPlaces(limits)
  const running = [places.enter(busy), places.enter(busy)] as Leave[]
  const entered: string[] = []
  const waiting = ['a', 'b'].map(async (name) => {
    const leave = await places.enter(busy)
    entered.push(name)
    return leave
  })
  expect(() => places.enter(busy)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1,
      detail: expect.stringContaining('2 more wait'),
    }),
  )
  expect(places.enter(other)).toBeTypeOf('function')
  running[0]?.()
  await waiting[0]
  expect(entered).toEqual(['a'])
  running[1]?.()
  await waiting[1]
  expect(entered).toEqual(['a', 'b'])
})

it('frees a place once, even if its call leaves twice', () => {
  const places = createCallPlaces({ ...limits, waitingMax: 0 })
  const [first] = [places.enter(busy), places.enter(busy)] as Leave[]
  first?.()
  first?.()
  expect(places.enter(busy)).toBeTypeOf('function')
  expect(() => places.enter(busy)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
})

it('refuses a call that has waited for too long, and gives its place to the next one', async () => {
  vi.useFakeTimers()
  const places = createCallPlaces({ ...limits, runningMax: 1 })
  const running = places.enter(busy) as Leave
  const late = Promise.resolve(places.enter(busy)).catch((fault: unknown) => fault)
  vi.advanceTimersByTime(29_999)
  const next = places.enter(busy)
  vi.advanceTimersByTime(1)
  expect(await late).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringContaining('has waited for 30 s') })
  running()
  expect(await next).toBeTypeOf('function')
})
