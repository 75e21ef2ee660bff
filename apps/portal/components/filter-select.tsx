import { NativeSelect } from '@mantine/core'

export interface FilterOption {
  readonly value: string
  readonly label: string
}

interface FilterSelectProps {
  /** Names the filter to screen readers: `Company file`. */
  readonly label: string
  /** The text while the filter is off, `All company files`; missing where it is always on. */
  readonly off?: string
  readonly options: readonly FilterOption[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Makes `/` focus it, in a bar without a text filter. */
  readonly isFirst?: boolean
  /** Gives long options their room. */
  readonly isWide?: boolean
}

/** A `FilterBar` filter with a list: the browser's own, which needs no script. */
export function FilterSelect({ label, off, options, value, onChange, isFirst, isWide }: FilterSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      data={[...(off === undefined ? [] : [{ value: '', label: off }]), ...withCurrent(options, value)]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      {...(isWide && { 'data-wide': true })}
      {...(isFirst && { 'data-page-filter': true })}
    />
  )
}

/** Adds a value from the address. */
function withCurrent(options: readonly FilterOption[], value: string | null): FilterOption[] {
  const isKnown = value === null || options.some((option) => option.value === value)
  return isKnown ? [...options] : [...options, { value, label: value }]
}
