'use client'

import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  /** The text filter. `/` focuses it. */
  readonly search?: {
    readonly label: string
    readonly value: string
    readonly onChange: (value: string) => void
  }
  /** Further filters: selects, dates. */
  readonly children?: ReactNode
  /** Resets all filters; offered while `isFiltered`. */
  readonly onClear?: () => void
  readonly isFiltered?: boolean
  /** At the line's end. */
  readonly actions?: ReactNode
}

/** Filters above a list, equally wide: a line, on narrow screens two columns. */
export function FilterBar({ search, children, onClear, isFiltered = false, actions }: FilterBarProps) {
  return (
    <search className={classes.filters}>
      {search && (
        <TextInput
          data-page-filter
          type="search"
          className={classes.text ?? ''}
          aria-label={search.label}
          placeholder={search.label}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search.value}
          onChange={(event) => search.onChange(event.currentTarget.value)}
          rightSection={
            search.value !== '' && (
              <CloseButton size="sm" aria-label="Clear the text" onClick={() => search.onChange('')} />
            )
          }
        />
      )}
      {children}
      {onClear && isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {actions && <div className={classes.actions}>{actions}</div>}
    </search>
  )
}
