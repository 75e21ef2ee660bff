'use client'

import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'

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
  /** At the end of the line. */
  readonly actions?: ReactNode
}

/** A line of filters above a list. */
export function FilterBar({ search, children, onClear, isFiltered = false, actions }: FilterBarProps) {
  return (
    <Group gap="xs" mb="sm" role="search" align="flex-end">
      {search && (
        <TextInput
          data-page-filter
          type="search"
          size="sm"
          w={{ base: '100%', sm: 280 }}
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
      {actions && (
        <Group gap="xs" ml="auto" mih={36}>
          {actions}
        </Group>
      )}
    </Group>
  )
}
