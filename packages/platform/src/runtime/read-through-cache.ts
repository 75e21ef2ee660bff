import { LRUCache } from 'lru-cache'

/** A cache loading missing values. */
export interface ReadThroughCache<Key, Value> {
  /** Returns the cached value at once, or loads it. `undefined` is not cached. */
  get(key: Key): Promise<Value> | Value
  /** Drops every value, and discards pending loads. */
  clear(): void
}

export interface ReadThroughCacheOptions<Key, Value> {
  readonly load: (key: Key, now: Date) => Promise<Value>
  readonly clock: () => Date
  /** A value is loaded again at this age, counted from its load's start. One of age 0 is not cached. */
  readonly ttlMs: number | ((value: NonNullable<Value>) => number)
  /** The least recently used values beyond this number are dropped. */
  readonly maxEntries: number
}

export function createReadThroughCache<Key extends string, Value extends object | string | undefined>({
  load,
  clock,
  ttlMs,
  maxEntries,
}: ReadThroughCacheOptions<Key, Value>): ReadThroughCache<Key, Value> {
  const cache = new LRUCache<Key, NonNullable<Value>>({
    max: maxEntries,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  let generation = 0

  const loadMissing = async (key: Key): Promise<Value> => {
    const now = clock()
    const loadedIn = generation
    const value = await load(key, now)
    // Do not cache a row read before the last invalidation.
    if (value === undefined || loadedIn !== generation) return value
    const ttl = typeof ttlMs === 'number' ? ttlMs : ttlMs(value)
    // lru-cache drops an entry once it is older than its ttl, not when it reaches it.
    if (ttl > 1) cache.set(key, value, { start: now.getTime(), ttl: ttl - 1 })
    return value
  }

  return {
    get: (key) => cache.get(key) ?? loadMissing(key),
    clear() {
      generation += 1
      cache.clear()
    },
  }
}
