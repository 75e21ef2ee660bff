'use client'

import { type ReactNode, useRef, useState } from 'react'
import classes from './field-filter.module.css'

/** Filters an entity's fields, whose groups open while there is a filter. */
export function FieldFilter({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<number>()
  const filter = (text: string) => setShown(text ? showMatches(container.current, text) : showAll(container.current))
  return (
    <>
      <search className={classes.filter} data-no-index>
        <label className={classes.label}>
          Filter fields
          <input
            type="search"
            className={classes.input}
            placeholder="BillAddr, TxnDate, RefNumber …"
            onChange={(event) => filter(event.currentTarget.value.trim().toLowerCase())}
            data-page-filter
          />
        </label>
        <output className={classes.count}>{shown === undefined ? '' : `${shown} fields`}</output>
      </search>
      <div ref={container}>{children}</div>
    </>
  )
}

/** Hides rows and groups without a match. Returns how many rows match. */
function showMatches(container: HTMLElement | null, text: string): number {
  const groups = [...(container?.querySelectorAll('details') ?? [])]
  return groups.reduce((sum, group) => {
    const rows = [...group.querySelectorAll<HTMLElement>('tr[data-field]')]
    for (const row of rows) row.hidden = !row.dataset.field?.toLowerCase().includes(text)
    const matches = rows.filter((row) => !row.hidden).length
    group.hidden = matches === 0
    group.open = matches > 0
    return sum + matches
  }, 0)
}

function showAll(container: HTMLElement | null): undefined {
  for (const element of container?.querySelectorAll<HTMLElement>('details, tr[data-field]') ?? [])
    element.hidden = false
}
