import { QueryClient } from '@tanstack/react-query'

const staleAfterMs = 30_000

/**
 * Creates a client. The browser receives prefetched data, and treats it as fresh. It does not receive pending queries: a
 * layout is rendered at the same time as its page, and would pass on the page's queries without their data, which the
 * page's own data does not replace until the page has been hydrated.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: staleAfterMs, retry: 1 } } })
}
