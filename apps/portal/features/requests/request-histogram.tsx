'use client'

import { Group, Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import classes from './request-histogram.module.css'
import { type BucketRange, toRange, useBucketSelection } from './use-bucket-selection.ts'
import type { RequestFilterInput } from './use-request-list.ts'

interface RequestHistogramProps {
  readonly filter: RequestFilterInput
  readonly refetchMs: number | false
  readonly onSelect: (range: { readonly since: string; readonly until: string }) => void
}

const bucketCount = 60

/** Counts requests over time by status. Dragging, or Shift with the arrow keys and Enter, selects a range. */
export function RequestHistogram({ filter, refetchMs, onSelect }: RequestHistogramProps) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { data } = useQuery(
    trpc.countRequests.queryOptions(
      { orgId, ...filter, buckets: bucketCount },
      { refetchInterval: refetchMs, placeholderData: keepPreviousData },
    ),
  )
  const buckets = data?.buckets ?? []
  const { selection, handlers } = useBucketSelection(buckets.length, ({ from, to }) => {
    const first = buckets[from]
    if (first && data) onSelect({ since: first.at, until: buckets[to + 1]?.at ?? data.until })
  })
  const last = Math.max(0, buckets.length - 1)
  return (
    <div className={classes.histogram}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="xs" c="dimmed">
          {data ? summarize(data.total) : ' '}
        </Text>
        <Text size="xs" c="dimmed" aria-live="polite">
          {selection && buckets[toRange(selection).to]
            ? `From ${formatTime(buckets[toRange(selection).from]?.at)} · Enter selects`
            : ' '}
        </Text>
      </Group>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label="Requests over time. Use the arrow keys, with Shift for a range, then Enter to filter."
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={selection?.head ?? last}
        aria-valuetext={describeBucket(selection && buckets[selection.head])}
        {...handlers}
      >
        <Bars buckets={buckets} selected={selection && toRange(selection)} />
      </div>
      <Group justify="space-between" className={classes.axis}>
        <span>{formatTime(data?.since)}</span>
        <span>{formatTime(data?.until)}</span>
      </Group>
      {data !== undefined && data.partlyLogged > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {describeGaps(data.partlyLogged)}
        </Text>
      )}
      <VisuallyHidden>{data && summarize(data.total)}</VisuallyHidden>
    </div>
  )
}

interface BarsProps {
  readonly buckets: readonly Bucket[]
  readonly selected: BucketRange | undefined
}

function Bars({ buckets, selected }: BarsProps) {
  const most = Math.max(1, ...buckets.map(({ ok, clientErrors, serverErrors }) => ok + clientErrors + serverErrors))
  return buckets.map((bucket, index) => (
    <div
      key={bucket.at}
      className={classes.bucket}
      data-selected={(selected && index >= selected.from && index <= selected.to) || undefined}
      title={describeBucket(bucket)}
    >
      <span data-status="5xx" style={{ height: `${(bucket.serverErrors / most) * 100}%` }} />
      <span data-status="4xx" style={{ height: `${(bucket.clientErrors / most) * 100}%` }} />
      <span data-status="2xx" style={{ height: `${(bucket.ok / most) * 100}%` }} />
    </div>
  ))
}

interface Counts {
  readonly ok: number
  readonly clientErrors: number
  readonly serverErrors: number
}

interface Bucket extends Counts {
  readonly at: string
}

function summarize({ ok, clientErrors, serverErrors }: Counts): string {
  const total = ok + clientErrors + serverErrors
  const failures = clientErrors + serverErrors
  return `${total.toLocaleString('en')} ${total === 1 ? 'request' : 'requests'}, ${failures.toLocaleString('en')} failed`
}

function describeGaps(files: number): string {
  const which = files === 1 ? 'One company file keeps' : `${files.toLocaleString('en')} company files keep`
  return `${which} only some requests in this log, or none: see “Requests in the log” in the settings. Usage counts all of them.`
}

function describeBucket(bucket: Bucket | undefined): string {
  if (!bucket) return 'Nothing selected'
  return `${formatTime(bucket.at)}: ${bucket.ok} successful, ${bucket.clientErrors} with 4xx, ${bucket.serverErrors} with 5xx`
}

function formatTime(at: string | undefined): string {
  if (at === undefined) return ' '
  return new Date(at).toLocaleString(undefined, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
}
