'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import classes from './reader-filter.module.css'

interface ReaderFilterProps {
  /** At most those that the style sheet knows. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly children: ReactNode
}

const parameter = 'for'

/** Hides what carries other `data-readers`. The choice is kept in the address. Without scripts it filters, too. */
export function ReaderFilter({ choices, children }: ReaderFilterProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const chosen = new URLSearchParams(window.location.search).get(parameter)
    for (const field of fields.current?.querySelectorAll('input') ?? [])
      if (field.value === chosen) field.checked = true
  }, [])
  return (
    <div className={classes.filtered}>
      <fieldset ref={fields} className={classes.choices} data-no-index>
        <legend className={classes.legend}>Changes for</legend>
        {[{ value: 'all', label: 'Everyone' }, ...choices].map(({ value, label }) => (
          <label key={value} className={classes.choice}>
            <input
              type="radio"
              name="readers"
              value={value}
              defaultChecked={value === 'all'}
              onChange={() => keepInAddress(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {children}
    </div>
  )
}

function keepInAddress(value: string): void {
  const url = new URL(window.location.href)
  if (value === 'all') url.searchParams.delete(parameter)
  else url.searchParams.set(parameter, value)
  window.history.replaceState(null, '', url)
}
