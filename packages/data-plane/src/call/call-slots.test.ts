import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { afterEach, expect, it, vi } from 'vitest'
import { CallSlots, type Release } from './call-slots.ts'

afterEach(() => vi.useRealTimers())

function toRealm(digit: number): RealmId {
  const id = parseRealmId(`100000000000000${digit}`)
  if (!id) throw new TypeError('not a realm id')
  return id
}
const [busy, other] = [toRealm(1), toRealm(2)]
const client = 'app'
const limits = { maxRunning: 2, maxWaiting: 2, maxWaitMs: 30_000 }

it('gives a call a slot at once, without a promise', () => {
  expect(new CallSlots(limits).acquire(busy, client)).toBeTypeOf('function')
})

it('lets a realm’s calls wait in order, and other realms go on [dp-7.2:RATE_LIMITED]', async () => {
  const slots = new CallSlots(limits)
  const running = [slots.acquire(busy, client), slots.acquire(busy, client)] as Release[]
  const entered: string[] = []
  const waiting = ['a', 'b'].map(async (name) => {
    const release = await slots.acquire(busy, client)
    entered.push(name)
    return release
  })
  expect(() => slots.acquire(busy, client)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1,
      detail: expect.stringContaining('2 more wait'),
    }),
  )
  expect(slots.acquire(other, client)).toBeTypeOf('function')
  running[0]?.()
  await waiting[0]
  expect(entered).toEqual(['a'])
  running[1]?.()
  await waiting[1]
  expect(entered).toEqual(['a', 'b'])
})

it('gives the next slot to the client with the fewest running calls', async () => {
  const slots = new CallSlots(limits)
  const running = [slots.acquire(busy, 'eager'), slots.acquire(busy, 'eager')] as Release[]
  const entered: string[] = []
  const waiting = ['eager', 'modest'].map(async (name) => {
    await slots.acquire(busy, name)
    entered.push(name)
  })
  running[0]?.()
  await waiting[1]
  expect(entered).toEqual(['modest'])
  running[1]?.()
  await waiting[0]
  expect(entered).toEqual(['modest', 'eager'])
})

it('refuses the last call from the client with the most waiting to let another client wait', async () => {
  const slots = new CallSlots(limits)
  const [first] = [slots.acquire(busy, 'eager'), slots.acquire(busy, 'eager')] as Release[]
  const [kept, refused] = [slots.acquire(busy, 'eager'), slots.acquire(busy, 'eager')].map((slot) =>
    Promise.resolve(slot).catch((fault: unknown) => fault),
  )
  const modest = slots.acquire(busy, 'modest')
  expect(await refused).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringContaining('2 more wait') })
  expect(() => slots.acquire(busy, 'modest')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  first?.()
  const release = await modest
  release()
  expect(await kept).toBeTypeOf('function')
})

it('releases a slot once, even if its call releases it twice', () => {
  const slots = new CallSlots({ ...limits, maxWaiting: 0 })
  const [first] = [slots.acquire(busy, client), slots.acquire(busy, client)] as Release[]
  first?.()
  first?.()
  expect(slots.acquire(busy, client)).toBeTypeOf('function')
  expect(() => slots.acquire(busy, client)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
})

it('refuses a call that has waited for too long, and gives its slot to the next one', async () => {
  vi.useFakeTimers()
  const slots = new CallSlots({ ...limits, maxRunning: 1 })
  const running = slots.acquire(busy, client) as Release
  const late = Promise.resolve(slots.acquire(busy, client)).catch((fault: unknown) => fault)
  vi.advanceTimersByTime(29_999)
  const next = slots.acquire(busy, client)
  vi.advanceTimersByTime(1)
  expect(await late).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringContaining('has waited for 30 s') })
  running()
  expect(await next).toBeTypeOf('function')
})
