import { defaultShouldDehydrateQuery, QueryClient } from '@tanstack/react-query'

const staleAfterMs = 30_000

/** Creates a client. The browser receives prefetched data, pending queries included, and treats it as fresh. */
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
