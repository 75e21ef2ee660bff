import { describe, expect, it } from 'vitest'
import { createReadThroughCache } from './read-through-cache.ts'

function setup({ maxEntries = 10, ttlMs = 5_000 as number | ((value: string) => number) } = {}) {
  let now = Date.UTC(2026, 0, 1)
  const loaded: string[] = []
  const values = new Map([
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
  ])
  const cache = createReadThroughCache<string, string | undefined>({
    load: async (key) => {
      loaded.push(key)
      return values.get(key)
    },
    clock: () => new Date(now),
    ttlMs,
    maxEntries,
  })
  return { cache, loaded, values, passMs: (ms: number) => (now += ms) }
}

describe('createReadThroughCache', () => {
  it('loads a value again when it has reached its age', async () => {
    const { cache, loaded, passMs } = setup()
    await cache.get('a')
    passMs(4_999)
    expect(await cache.get('a')).toBe('A')
    expect(loaded).toEqual(['a'])
    passMs(1)
    expect(await cache.get('a')).toBe('A')
    expect(loaded).toEqual(['a', 'a'])
  })

  it('returns a cached value at once, so that most calls wait for nothing', async () => {
    const { cache } = setup()
    await cache.get('a')
    expect(cache.get('a')).toBe('A')
  })

  it('keeps each value for its own time, and one without any not at all', async () => {
    const { cache, loaded, passMs } = setup({ ttlMs: (value) => (value === 'A' ? 0 : 1_000) })
    for (const ms of [0, 999, 1]) {
      passMs(ms)
      await cache.get('a')
      await cache.get('b')
    }
    expect(loaded).toEqual(['a', 'b', 'a', 'a', 'b'])
  })

  it('does not cache a missing value', async () => {
    const { cache, values } = setup()
    expect(await cache.get('d')).toBeUndefined()
    values.set('d', 'D')
    expect(await cache.get('d')).toBe('D')
  })

  it('loads a value again after it was cleared', async () => {
    const { cache, values } = setup()
    await cache.get('a')
    values.set('a', 'new')
    cache.clear()
    expect(await cache.get('a')).toBe('new')
  })

  it('does not cache a value read before the last invalidation', async () => {
    const { cache, loaded } = setup()
    const reading = cache.get('a')
    cache.clear()
    expect(await reading).toBe('A')
    await cache.get('a')
    expect(loaded).toEqual(['a', 'a'])
  })

  it('drops the least recently used value when it is full', async () => {
    const { cache, loaded } = setup({ maxEntries: 2 })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key)
    expect(loaded).toEqual(['a', 'b', 'c', 'b'])
  })
})
