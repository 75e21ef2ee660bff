import { defaultShouldDehydrateQuery, QueryClient } from '@tanstack/react-query'

const staleAfterMs = 30_000

/** A client whose prefetched answers count as fresh in the browser, and travel there while still pending. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleAfterMs, retry: 1 },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
    },
  })
}
