import { Select, type SelectProps } from '@mantine/core'

interface FilterSelectProps {
  /** Names the filter to screen readers: `Company file`. */
  readonly label: string
  /** The text while the filter is off: `All company files`. */
  readonly off: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Makes `/` focus it, in a bar without a text filter. */
  readonly isFirst?: boolean
  /** Gives long options their room. */
  readonly isWide?: boolean
  /** Leaves the search to the server. */
  readonly search?: Pick<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange' | 'filter'>
}

/** From this many options on, typing narrows them down. */
const searchableFrom = 10

/** A `FilterBar` filter with a list. */
export function FilterSelect({ label, off, options, value, onChange, isFirst, isWide, search }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={off}
      clearable
      searchable={options.length >= searchableFrom}
      data={[...options]}
      value={value}
      onChange={onChange}
      {...search}
      {...(isWide && { 'data-wide': true })}
      {...(isFirst && { 'data-page-filter': true })}
    />
  )
}
