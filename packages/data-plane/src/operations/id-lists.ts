import type { RealmId } from '@bridge/agent-protocol'
import { IdList, type Query } from '@bridge/translation'
import { LRUCache } from 'lru-cache'

/** The lists shared by a client's query pages, so a run through a result shows each record once. */
export interface ClientIdLists {
  /** Returns the list for a page: a new one for the first page, otherwise the one kept by an earlier page. */
  open(query: Query): IdList
  /** Keeps a list for the next pages, unless a newer run replaced it. */
  keep(query: Query, list: IdList): void
}

/** Keeps ID lists between a run's pages. */
export interface IdLists {
  /** Returns the lists for one client in a realm. */
  of(realmId: RealmId, client: string): ClientIdLists
}

const keptMs = 10 * 60 * 1000
/** The limit for all lists together, in bytes: enough for about 1.5 million records. */
const maxBytes = 64 * 1024 * 1024

/**
 * Creates a server's lists. A list unused for 10 minutes, or kept on another server, is read again.
 *
 * @param maxSize the limit for all lists together, in bytes; by default 64 MiB
 */
export function createIdLists(clock: () => Date, maxSize = maxBytes): IdLists {
  const cache = new LRUCache<string, IdList>({
    maxSize,
    sizeCalculation: ({ sizeBytes }, key) => sizeBytes + key.length,
    ttl: keptMs,
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now: () => clock().getTime() },
  })
  return {
    of: (realmId, client) => {
      const toKey = (query: Query): string =>
        JSON.stringify([realmId, client, { ...query, startPosition: 1, maxResults: 1 }])
      return {
        open: (query) => (query.startPosition > 1 && cache.get(toKey(query))) || new IdList(),
        keep: (query, list) => {
          const key = toKey(query)
          const current = cache.peek(key)
          if (query.startPosition === 1 || current === undefined || current === list) cache.set(key, list)
        },
      }
    },
  }
}
