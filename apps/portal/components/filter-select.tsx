import { Select } from '@mantine/core'

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
}

/** From this many options on, typing narrows them down. */
const searchableFrom = 10

/** A `FilterBar` filter with a list. */
export function FilterSelect({ label, off, options, value, onChange, isFirst }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={off}
      clearable
      searchable={options.length >= searchableFrom}
      data={[...options]}
      value={value}
      onChange={onChange}
      {...(isFirst && { 'data-page-filter': true })}
    />
  )
}
