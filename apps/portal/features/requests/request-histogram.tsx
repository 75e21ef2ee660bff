'use client'

import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/format-count.ts'
import { formatLocal } from '../../lib/format-time.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { listTicks } from './list-ticks.ts'
import classes from './request-histogram.module.css'
import type { Period } from './request-parameters.ts'
import { type BucketRange, toRange, useBucketSelection } from './use-bucket-selection.ts'
import type { RequestFilterInput } from './use-request-list.ts'

interface RequestHistogramProps {
  readonly filter: RequestFilterInput
  readonly period: Period
  readonly refetchMs: number | false
  readonly onSelect: (range: { readonly since: string; readonly until: string }) => void
}

/** Counts a period's requests by status. Dragging, or Shift with the arrow keys and Enter, selects a part of it. */
export function RequestHistogram({
  filter,
  period: { since, until, parts },
  refetchMs,
  onSelect,
}: RequestHistogramProps) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { data } = useQuery(
    trpc.countRequests.queryOptions(
      { orgId, ...filter, since, until, buckets: parts },
      { refetchInterval: refetchMs, placeholderData: keepPreviousData },
    ),
  )
  const buckets = data?.buckets ?? []
  const { selection, handlers } = useBucketSelection(buckets.length, ({ from, to }) => {
    const first = buckets[from]
    if (first && data) onSelect({ since: first.at, until: buckets[to + 1]?.at ?? data.until })
  })
  const last = Math.max(0, buckets.length - 1)
  const chosen = selection && data && describeSelection(buckets, toRange(selection), data.until)
  return (
    <div className={classes.histogram}>
      <Group justify="space-between" gap="xs" mb={4} className={classes.words ?? ''}>
        <Text size="xs" c="dimmed">
          {data ? `${summarize(data.total)} from ${formatRange(data.since, data.until)}` : ' '}
        </Text>
        <Text size="xs" c="dimmed" aria-live="polite">
          {chosen ? `${summarize(chosen.total)} from ${formatRange(chosen.since, chosen.until)} · Enter selects` : ' '}
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
      <Axis since={data?.since} until={data?.until} />
      {data !== undefined && data.partlyLogged > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {describeGaps(data.partlyLogged)}
        </Text>
      )}
    </div>
  )
}

/** A tick nearer to the end, as a share of the period, has no room for its label. */
const labelShare = 1 / 8

/** The times below the bars. They are those of the browser, so the server renders none. */
function Axis({ since, until }: { since: string | undefined; until: string | undefined }) {
  const now = useNow()
  const [start, end] = [Date.parse(since ?? ''), Date.parse(until ?? '')]
  const ticks = now === undefined || !(start < end) ? [] : listTicks(start, end)
  return (
    <div className={classes.axis} aria-hidden="true">
      {ticks.map(({ at, label }) => (
        <span key={at} style={{ insetInlineStart: `${((at - start) / (end - start)) * 100}%` }}>
          {(end - at) / (end - start) > labelShare && label}
        </span>
      ))}
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
  return `${formatCount(total, 'request')}, ${failures.toLocaleString('en')} failed`
}

function describeGaps(files: number): string {
  const which = `${formatCount(files, 'company file')} ${files === 1 ? 'keeps' : 'keep'}`
  return `${which} only some requests in this log, or none: see “Requests in the log” in the settings. Usage counts all of them.`
}

function describeBucket(bucket: Bucket | undefined): string {
  if (!bucket) return 'Nothing selected'
  return `${formatTime(bucket.at)}: ${bucket.ok} successful, ${bucket.clientErrors} with 4xx, ${bucket.serverErrors} with 5xx`
}

function formatTime(at: string): string {
  const time = Date.parse(at)
  return formatLocal(time, time)
}

function formatRange(since: string, until: string): string {
  return `${formatTime(since)} to ${formatTime(until)}`
}

function describeSelection(buckets: readonly Bucket[], { from, to }: BucketRange, end: string) {
  const [first, next] = [buckets[from], buckets[to + 1]]
  const total = buckets.slice(from, to + 1).reduce(
    (sum, { ok, clientErrors, serverErrors }) => ({
      ok: sum.ok + ok,
      clientErrors: sum.clientErrors + clientErrors,
      serverErrors: sum.serverErrors + serverErrors,
    }),
    { ok: 0, clientErrors: 0, serverErrors: 0 },
  )
  return first && { total, since: first.at, until: next?.at ?? end }
}
