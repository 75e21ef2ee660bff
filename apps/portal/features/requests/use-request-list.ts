'use client'

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTRPCClient } from '../../lib/trpc.ts'
import type { LoggedRequest } from './logged-request.ts'
import { mergeRequests } from './merge-requests.ts'
import type { toRequestFilter } from './request-parameters.ts'

interface Page {
  readonly requests: readonly LoggedRequest[]
  readonly before: string | null
}

const pageSize = 100
const tailSize = 50
const tailMs = 2_000

export type RequestFilterInput = ReturnType<typeof toRequestFilter>

/** Loads the requests page by page. While `isLive`, new requests are added to its first page. */
export function useRequestList(orgId: string, filter: RequestFilterInput, isLive: boolean) {
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const queryKey = useMemo(() => ['requests', orgId, filter] as const, [orgId, filter])
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      client.searchRequests.query(
        { orgId, ...filter, limit: pageSize, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ before }) => before ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { isSuccess, refetch } = query

  const loadNew = useCallback(async () => {
    const { requests } = await client.searchRequests.query({ orgId, ...filter, limit: tailSize })
    queryClient.setQueryData<InfiniteData<Page, string | undefined>>(queryKey, (data) => addToFirstPage(data, requests))
  }, [client, queryClient, queryKey, orgId, filter])

  useEffect(() => {
    if (!isLive || !isSuccess) return
    let isWaiting = false
    const timer = setInterval(() => {
      if (isWaiting || document.visibilityState === 'hidden') return
      isWaiting = true
      loadNew()
        // The next attempt makes up for a failed one.
        .catch(() => undefined)
        .finally(() => {
          isWaiting = false
        })
    }, tailMs)
    return () => clearInterval(timer)
  }, [isLive, isSuccess, loadNew])

  const rows = useMemo(() => query.data?.pages.flatMap(({ requests }) => requests) ?? [], [query.data])
  return { ...query, rows, refetch }
}

function addToFirstPage(data: InfiniteData<Page, string | undefined> | undefined, found: readonly LoggedRequest[]) {
  const [first, ...rest] = data?.pages ?? []
  if (!data || !first) return data
  const oldest = first.requests.at(-1)
  // Older rows belong to later pages.
  const newer = oldest && first.before !== null ? found.filter(({ at }) => at >= oldest.at) : found
  const requests = mergeRequests(first.requests, newer)
  return requests === first.requests ? data : { ...data, pages: [{ ...first, requests }, ...rest] }
}
