// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: each row has a link
'use client'

import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import Link from 'next/link'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { moveBetweenRows } from '../../components/move-between-rows.ts'
import { Sentence } from '../../components/sentence.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { describeApp, describeFailure, describeTarget, type LoggedRequest, toRequestTone } from './logged-request.ts'
import classes from './request-list.module.css'
import { DurationBar } from './time-bar.tsx'

interface RequestListProps {
  readonly rows: readonly LoggedRequest[]
  readonly hasMore: boolean
  readonly onMore: () => void
  /** A request's details address. */
  readonly href: (row: LoggedRequest) => string
  readonly onOpen: (id: string) => void
  readonly selectedId: string | null
  /** Leaves out columns while a panel next to the list takes their room. */
  readonly isNarrow: boolean
}

const rowHeight = 36
const cardHeight = 84
const rowsAhead = 20

/** A list without a length limit. Rows arriving above the one being read do not move it. */
export function RequestList({ rows, hasMore, onMore, href, onOpen, selectedId, isNarrow }: RequestListProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const isCards = useMediaQuery('(max-width: 639px)') ?? false
  const height = isCards ? cardHeight : rowHeight
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  })
  const { unseen, showNewest } = useSteadyRows(rows, scroll, height, selectedId !== null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows with another height are measured again
  useEffect(() => virtualizer.measure(), [height])

  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - rowsAhead) onMore()
  }, [hasMore, last, rows.length, onMore])

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (moveBetweenRows(event.currentTarget, event.target, event.key)) event.preventDefault()
  }
  return (
    <div className={classes.frame} data-narrow={isNarrow || undefined}>
      <div role="table" aria-label="Requests" aria-rowcount={hasMore ? -1 : rows.length + 1} className={classes.table}>
        <ListHeader />
        <div
          ref={scroll}
          className={classes.scroll}
          role="rowgroup"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area is reached with the keyboard
          tabIndex={0}
          aria-label="Rows"
          onKeyDown={handleKey}
        >
          <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
            {items.map(({ index, start, key }) => {
              const row = rows[index]
              return (
                row && (
                  <div
                    key={key}
                    role="row"
                    aria-rowindex={index + 2}
                    className={classes.row}
                    data-row
                    data-selected={row.id === selectedId || undefined}
                    style={{ transform: `translateY(${start}px)`, height }}
                  >
                    <RequestCells row={row} href={href(row)} onOpen={onOpen} />
                  </div>
                )
              )
            })}
          </div>
        </div>
      </div>
      {unseen > 0 && (
        <Button
          size="xs"
          className={classes.newer}
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={showNewest}
        >
          {unseen === 1 ? '1 new request' : `${unseen} new requests`}
        </Button>
      )}
    </div>
  )
}

function ListHeader() {
  return (
    <div role="rowgroup">
      <div role="row" className={classes.header}>
        <span role="columnheader">Status</span>
        <span role="columnheader">Request</span>
        <span role="columnheader" data-wide>
          Company file
        </span>
        <span role="columnheader" data-wide>
          App
        </span>
        <span role="columnheader">Duration</span>
        <span role="columnheader" data-end>
          Time
        </span>
      </div>
    </div>
  )
}

interface RequestCellsProps {
  readonly row: LoggedRequest
  readonly href: string
  readonly onOpen: (id: string) => void
}

function RequestCells({ row, href, onOpen }: RequestCellsProps) {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(row.id)
  }
  const failure = describeFailure(row)
  return (
    <>
      <span role="cell" data-cell="status">
        <StatusBadge tone={toRequestTone(row)}>
          {row.status}
          {failure !== undefined && failure !== String(row.status) && (
            <span className={classes.code} title={failure}>
              {' '}
              {failure}
            </span>
          )}
        </StatusBadge>
      </span>
      <span role="rowheader" data-cell="target">
        <Link href={href} className={classes.link} data-row-link prefetch={false} onClick={open}>
          <span className={classes.method}>{row.method}</span>
          <span className={classes.target} title={describeTarget(row)}>
            {describeTarget(row)}
          </span>
        </Link>
      </span>
      <span role="cell" data-wide data-cell="file">
        <bdi>{row.realmName}</bdi>
      </span>
      <span role="cell" data-wide data-cell="app">
        <Sentence>{describeApp(row)}</Sentence>
      </span>
      <span role="cell" data-cell="duration">
        <DurationBar request={row} />
      </span>
      <span role="cell" data-end data-cell="time">
        <Text span size="sm" c="dimmed">
          <TimeText at={row.at} isExact />
        </Text>
      </span>
    </>
  )
}

/**
 * Keeps the rows on the screen in their place when others arrive above them, unless the reader is at the top and reads
 * none. Counts rows arriving out of sight.
 */
function useSteadyRows(
  rows: readonly LoggedRequest[],
  scroll: RefObject<HTMLDivElement | null>,
  height: number,
  hasSelection: boolean,
) {
  const known = useRef(rows)
  const [unseen, setUnseen] = useState(0)

  useLayoutEffect(() => {
    const previous = known.current
    known.current = rows
    const element = scroll.current
    const first = previous[0]
    if (!element || !first || previous === rows) return
    const added = rows.findIndex(({ id }) => id === first.id)
    if (added <= 0) return
    const isReading = hasSelection || element.scrollTop > 0 || element.matches(':hover, :focus-within')
    if (!isReading) return
    element.scrollTop += added * height
    setUnseen((count) => count + added)
  }, [rows, scroll, height, hasSelection])

  useEffect(() => {
    const element = scroll.current
    if (!element) return
    const handleScroll = () => {
      if (element.scrollTop < height) setUnseen(0)
    }
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => element.removeEventListener('scroll', handleScroll)
  }, [scroll, height])

  const showNewest = () => {
    scroll.current?.scrollTo({ top: 0 })
    scroll.current?.focus()
    setUnseen(0)
  }
  return { unseen, showNewest }
}
