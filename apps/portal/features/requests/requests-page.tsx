'use client'

import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState, useQueryStates } from 'nuqs'
import { useCallback, useMemo, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton, TableSkeleton } from '../../components/skeletons.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestHistogram } from './request-histogram.tsx'
import { RequestList } from './request-list.tsx'
import {
  isFiltered,
  noParameters,
  type RequestParameters,
  requestParameters,
  toPeriod,
  toRequestFilter,
} from './request-parameters.ts'
import classes from './requests-page.module.css'
import { useRequestList } from './use-request-list.ts'

const histogramMs = 10_000

const FirstCallSample = dynamic(() => import('./first-call-sample.tsx').then((module) => module.FirstCallSample))
const RequestPanel = dynamic(() => import('./request-panel.tsx').then((module) => module.RequestPanel), {
  ssr: false,
  loading: () => <BlockSkeleton height={480} />,
})
const PanelDrawer = dynamic(() => import('./panel-drawer.tsx'), { ssr: false })

/** An organization's requests, with one's details next to them. */
export function RequestsPage() {
  const { id: orgId } = useOrganization()
  const [parameters, setParameters] = useQueryStates(requestParameters, { history: 'replace' })
  const [selectedId, setSelectedId] = useQueryState('request', parseAsString.withOptions({ history: 'push' }))
  const [isLive, { open: startLive, close: stopLive }] = useDisclosure(true)
  const [openedAt] = useState(Date.now)
  const filter = useMemo(
    () => ({ ...toRequestFilter(parameters, openedAt), since: toPeriod(parameters, openedAt).since }),
    [parameters, openedAt],
  )
  const now = useNow()
  const list = useRequestList(orgId, filter, isLive)
  const { fetchNextPage, isFetchingNextPage, hasNextPage } = list
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const change = (changed: Partial<RequestParameters>) => void setParameters(changed)
  // Neither is known at first, so the details appear in one place only.
  const isBeside = useMediaQuery('(min-width: 1200px)')
  const isAbove = useMediaQuery('(max-width: 1199.98px)')
  const [hasDrawer, setHasDrawer] = useState(false)
  if (isAbove && selectedId !== null && !hasDrawer) setHasDrawer(true)
  const close = () => void setSelectedId(null)
  const panel = selectedId !== null && (
    <RequestPanel key={selectedId} id={selectedId} onClose={close} onOpen={setSelectedId} />
  )

  return (
    <>
      <RequestFilters
        parameters={parameters}
        onChange={change}
        isLive={isLive}
        onLive={(live) => (live ? startLive() : stopLive())}
      />
      <RequestHistogram
        filter={filter}
        period={toPeriod(parameters, now ?? openedAt)}
        refetchMs={isLive ? histogramMs : false}
        onSelect={({ since, until }) => change({ since, until, range: null })}
      />
      <div className={classes.columns} data-open={panel !== false || undefined}>
        <div className={classes.list}>
          {list.isPending ? (
            <TableSkeleton rows={12} />
          ) : list.isError && list.rows.length === 0 ? (
            <FailedState
              error={list.error}
              title="The requests could not be loaded"
              retry={() => void list.refetch()}
            />
          ) : list.rows.length === 0 ? (
            <NoRequests isFiltered={isFiltered(parameters)} onClear={() => change(noParameters)} />
          ) : (
            <RequestList
              rows={list.rows}
              hasMore={hasNextPage}
              onMore={loadMore}
              href={(row) => toHref(row.id)}
              onOpen={(id) => void setSelectedId(id)}
              selectedId={selectedId}
              isNarrow={panel !== false}
            />
          )}
        </div>
        {isBeside && panel && (
          <aside className={classes.panel} aria-label="Request">
            {panel}
          </aside>
        )}
      </div>
      {isAbove && hasDrawer && (
        <PanelDrawer opened={selectedId !== null} onClose={close}>
          {panel}
        </PanelDrawer>
      )}
    </>
  )
}

/** Returns this page's address with a request open. */
function toHref(id: string): string {
  const search = new URLSearchParams(typeof window === 'undefined' ? '' : window.location.search)
  search.set('request', id)
  return `?${search}`
}

function NoRequests({ isFiltered: isOn, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isOn) return <FirstCallSample />
  return (
    <EmptyState
      title="No request matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Requests are kept for 30 days. Change or clear the filters to see others.
    </EmptyState>
  )
}
