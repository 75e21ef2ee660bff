'use client'

import { Group, Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import classes from './request-histogram.module.css'
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
  const plot = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useState<{ readonly from: number; readonly to: number }>()
  const buckets = data?.buckets ?? []
  const most = Math.max(1, ...buckets.map(({ ok, clientErrors, serverErrors }) => ok + clientErrors + serverErrors))

  const indexAt = (event: PointerEvent): number => {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return 0
    return clampIndex(Math.floor(((event.clientX - box.left) / box.width) * buckets.length), buckets.length)
  }
  const select = () => {
    const from = buckets[Math.min(selection?.from ?? 0, selection?.to ?? 0)]
    const last = Math.max(selection?.from ?? 0, selection?.to ?? 0)
    setSelection(undefined)
    if (!selection || !from || !data) return
    onSelect({ since: from.at, until: buckets[last + 1]?.at ?? data.until })
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step !== 0 && buckets.length > 0) {
      const end = clampIndex((selection?.to ?? buckets.length) + step, buckets.length)
      setSelection({ from: event.shiftKey && selection ? selection.from : end, to: end })
    } else if (event.key === 'Enter' && selection) select()
    else if (event.key === 'Escape' && selection) setSelection(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const shown = selection && buckets[Math.max(selection.from, selection.to)]
  return (
    <div className={classes.histogram}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="xs" c="dimmed">
          {data ? summarize(data.total) : ' '}
        </Text>
        <Text size="xs" c="dimmed" aria-live="polite">
          {shown && selection
            ? `From ${formatTime(buckets[Math.min(selection.from, selection.to)]?.at)} · Enter selects`
            : ' '}
        </Text>
      </Group>
      <div
        ref={plot}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label="Requests over time. Use the arrow keys, with Shift for a range, then Enter to filter."
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={selection?.to ?? Math.max(0, buckets.length - 1)}
        aria-valuetext={describeBucket(selection && buckets[selection.to])}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const index = indexAt(event)
          setSelection({ from: index, to: index })
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1 && selection) setSelection({ ...selection, to: indexAt(event) })
        }}
        onPointerUp={select}
        onPointerCancel={() => setSelection(undefined)}
      >
        {buckets.map((bucket, index) => {
          const { at, ok, clientErrors, serverErrors } = bucket
          return (
            <div
              key={at}
              className={classes.bucket}
              data-selected={isWithin(selection, index) || undefined}
              title={describeBucket(bucket)}
            >
              <span data-status="5xx" style={{ height: `${(serverErrors / most) * 100}%` }} />
              <span data-status="4xx" style={{ height: `${(clientErrors / most) * 100}%` }} />
              <span data-status="2xx" style={{ height: `${(ok / most) * 100}%` }} />
            </div>
          )
        })}
      </div>
      <Group justify="space-between" className={classes.axis}>
        <span>{formatTime(data?.since)}</span>
        <span>{formatTime(data?.until)}</span>
      </Group>
      <VisuallyHidden>{data && summarize(data.total)}</VisuallyHidden>
    </div>
  )
}

type Counts = { readonly ok: number; readonly clientErrors: number; readonly serverErrors: number }

function summarize({ ok, clientErrors, serverErrors }: Counts): string {
  const total = ok + clientErrors + serverErrors
  const failures = clientErrors + serverErrors
  return `${total.toLocaleString('en')} ${total === 1 ? 'request' : 'requests'}, ${failures.toLocaleString('en')} failed`
}

function describeBucket(bucket: (Counts & { readonly at: string }) | undefined): string {
  if (!bucket) return 'Nothing selected'
  return `${formatTime(bucket.at)}: ${bucket.ok} successful, ${bucket.clientErrors} with 4xx, ${bucket.serverErrors} with 5xx`
}

function formatTime(at: string | undefined): string {
  if (at === undefined) return ' '
  return new Date(at).toLocaleString(undefined, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
}

function clampIndex(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index))
}

function isWithin(selection: { readonly from: number; readonly to: number } | undefined, index: number): boolean {
  if (!selection) return false
  return index >= Math.min(selection.from, selection.to) && index <= Math.max(selection.from, selection.to)
}
