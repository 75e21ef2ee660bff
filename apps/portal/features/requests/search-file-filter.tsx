'use client'

import { Select } from '@mantine/core'
import { useFileChoices } from '../company-files/use-file-choices.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface SearchFileFilterProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Filters by one of many company files, which the server searches. */
export function SearchFileFilter({ value, onChange }: SearchFileFilterProps) {
  const { id: orgId } = useOrganization()
  const { files, search } = useFileChoices(orgId, value)
  return (
    <Select
      aria-label="Company file"
      placeholder="All company files"
      clearable
      {...search}
      data={files.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}
