'use client'

import { Button, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { countRare, RareFilters } from './rare-filters.tsx'
import { isFiltered, noParameters, type RequestParameters } from './request-parameters.ts'
import { AppFilter, CompanyFileFilter } from './resource-filters.tsx'
import { useDelayed } from './use-delayed.ts'

interface RequestFiltersProps {
  readonly parameters: RequestParameters
  readonly onChange: (change: Partial<RequestParameters>) => void
  readonly isLive: boolean
  readonly onLive: (isLive: boolean) => void
}

const statuses = [
  { value: 'failed', label: 'Failed' },
  { value: '2xx', label: 'Successful (2xx)' },
  { value: '4xx', label: 'Client errors (4xx)' },
  { value: '5xx', label: 'Server errors (5xx)' },
]

const rangeOptions = [
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

/** The filters above the list. Rare ones are behind a button. */
export function RequestFilters({ parameters, onChange, isLive, onLive }: RequestFiltersProps) {
  const [text, setText] = useDelayed(parameters.text ?? '', (value) => onChange({ text: value || null }))
  const isDragged = parameters.since !== null
  const rareId = useId()
  const [areRareShown, showRare] = useState(false)
  const count = countRare(parameters)
  return (
    <>
      <FilterBar
        search={{ label: 'Path or query', value: text, onChange: setText }}
        isFiltered={isFiltered(parameters)}
        onClear={() => {
          setText('')
          onChange(noParameters)
        }}
        actions={
          <Switch label="Live" checked={isLive} onChange={(event) => onLive(event.currentTarget.checked)} size="xs" />
        }
      >
        <FilterSelect
          label="Status"
          off="Any status"
          options={statuses}
          value={parameters.status}
          onChange={(status) => onChange({ status })}
        />
        <CompanyFileFilter value={parameters.file} onChange={(file) => onChange({ file })} />
        <AppFilter value={parameters.app} onChange={(app) => onChange({ app })} />
        <FilterSelect
          label="Time"
          off={isDragged ? 'Selected range' : 'Last 30 days'}
          options={rangeOptions}
          value={isDragged ? null : parameters.range}
          onChange={(range) => onChange({ range: range as RequestParameters['range'], since: null, until: null })}
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-label={count === 0 ? 'More filters' : `More filters, ${count} on`}
          aria-expanded={areRareShown}
          aria-controls={rareId}
          onClick={() => showRare(!areRareShown)}
        >
          {count === 0 ? 'More filters' : `More filters (${count})`}
        </Button>
      </FilterBar>
      {areRareShown && <RareFilters id={rareId} parameters={parameters} onChange={onChange} />}
    </>
  )
}
