'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../lib/trpc.ts'
import { filesPerPage, toListInput, toSandboxInput } from './list-inputs.ts'

/** What one request lists at most. */
const maxFiles = 1_000
const typingMs = 250

/**
 * Loads an organization's company files with the sandbox. Of many, it loads the first ones, more on demand, and those that
 * match the text.
 */
export function useCompanyFiles(orgId: string, text: string) {
  const trpc = useTRPC()
  const [limit, setLimit] = useState(filesPerPage)
  const [typed] = useDebouncedValue(text.trim(), typingMs)
  const options = { placeholderData: keepPreviousData }
  const all = useQuery(trpc.listRealms.queryOptions(toListInput(orgId, limit), options))
  const sandbox = useQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId)))
  const isPartial = all.data !== undefined && all.data.after !== null
  const isSearching = isPartial && typed !== ''
  const found = useQuery(
    trpc.listRealms.queryOptions({ ...toListInput(orgId, limit), search: typed }, { ...options, enabled: isSearching }),
  )
  const list = isSearching ? found : all
  const realms = list.data?.realms ?? []
  const listed = new Set(realms.map(({ id }) => id))
  const missing = isSearching ? [] : (sandbox.data?.realms ?? []).filter(({ id }) => !listed.has(id))
  return {
    files: [...realms, ...missing],
    hasSandbox: sandbox.data === undefined || sandbox.data.realms.length > 0,
    isPartial,
    isPending: list.isPending || sandbox.isPending,
    error: list.data === undefined ? list.error : null,
    /** Loads more; undefined if all are loaded, or as many as one request lists. */
    loadMore:
      list.data?.after != null && limit < maxFiles
        ? () => setLimit(Math.min(maxFiles, limit + filesPerPage))
        : undefined,
    isTruncated: list.data?.after != null,
    isLoadingMore: list.isFetching && list.isPlaceholderData,
    refetch: list.refetch,
  }
}
