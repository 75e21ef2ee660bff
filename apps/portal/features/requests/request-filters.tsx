'use client'

import { Button, Group, Popover, Select, Stack, Switch, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { isFiltered, noParameters, type RequestParameters } from './request-parameters.ts'
import { AppFilter, CompanyFileFilter } from './resource-filters.tsx'

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

const sourceOptions = [
  { value: 'api', label: 'API' },
  { value: 'explorer', label: 'Explorer' },
  { value: 'replay', label: 'Replay' },
  { value: 'mcp', label: 'MCP' },
]

const rangeOptions = [
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

const typingMs = 300

/** The filters above the list. Rare ones are behind a button. */
export function RequestFilters({ parameters, onChange, isLive, onLive }: RequestFiltersProps) {
  const [text, setText] = useDelayed(parameters.text ?? '', (value) => onChange({ text: value || null }))
  const isDragged = parameters.since !== null
  return (
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
        options={withCurrent(statuses, parameters.status)}
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
      <MoreFilters parameters={parameters} onChange={onChange} />
    </FilterBar>
  )
}

function MoreFilters({ parameters, onChange }: Pick<RequestFiltersProps, 'parameters' | 'onChange'>) {
  const { code, entity, method, operation, field, source, requestid, trace, slower } = parameters
  const count = [code, entity, method, operation, field, source, requestid, trace, slower].filter(
    (value) => value !== null,
  ).length
  const text = (name: 'code' | 'entity' | 'field' | 'requestid' | 'trace', label: string, placeholder: string) => (
    <DelayedTextInput
      label={label}
      placeholder={placeholder}
      value={parameters[name] ?? ''}
      onChange={(value) => onChange({ [name]: value || null })}
    />
  )
  return (
    <Popover position="bottom-start" trapFocus width="min(340px, calc(100vw - 32px))">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-label={count === 0 ? 'More filters' : `More filters, ${count} on`}
        >
          {count === 0 ? 'More filters' : `More filters (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Group grow gap="xs" align="flex-end">
            {text('code', 'Code', '6240')}
            {text('entity', 'Entity', 'Invoice')}
          </Group>
          <Group grow gap="xs" align="flex-end">
            <Select
              label="Method"
              placeholder="Any"
              clearable
              data={['GET', 'POST']}
              value={method}
              onChange={(value) => onChange({ method: value as RequestParameters['method'] })}
              comboboxProps={{ withinPortal: false }}
            />
            <Select
              label="Source"
              placeholder="Any"
              clearable
              data={sourceOptions}
              value={source}
              onChange={(value) => onChange({ source: value as RequestParameters['source'] })}
              comboboxProps={{ withinPortal: false }}
            />
          </Group>
          <Group grow gap="xs" align="flex-end">
            <Select
              label="Operation"
              placeholder="Any"
              clearable
              data={['read', 'query', 'create', 'update', 'delete', 'void', 'batch', 'changes']}
              value={operation}
              onChange={(value) => onChange({ operation: value })}
              comboboxProps={{ withinPortal: false }}
            />
            <DelayedTextInput
              label="Slower than (ms)"
              placeholder="500"
              inputMode="numeric"
              value={slower === null ? '' : String(slower)}
              onChange={(value) => onChange({ slower: toMilliseconds(value) })}
            />
          </Group>
          {text('field', 'Field', 'Line[].Amount')}
          {text('requestid', 'requestid', 'of a write')}
          {text('trace', 'X-Request-Id', 'of a response')}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface DelayedTextInputProps {
  readonly label: string
  readonly placeholder: string
  readonly inputMode?: 'numeric'
  readonly value: string
  readonly onChange: (value: string) => void
}

function DelayedTextInput({ value, onChange, ...field }: DelayedTextInputProps) {
  const [text, setText] = useDelayed(value, (changed) => onChange(changed.trim()))
  return <TextInput {...field} value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

/** Reads whole milliseconds, up to an hour. */
function toMilliseconds(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '')
  return digits === '' ? null : Math.min(Number(digits), 3_600_000)
}

/** Holds what is typed, and reports it after a pause. */
function useDelayed(value: string, report: (value: string) => void): readonly [string, (value: string) => void] {
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  if (reported !== value) {
    setReported(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value.trim()) return
    const timer = setTimeout(() => report(text), typingMs)
    return () => clearTimeout(timer)
  }, [text, value, report])
  return [text, setText]
}

/** Adds a value from the address. */
function withCurrent(options: readonly { readonly value: string; readonly label: string }[], value: string | null) {
  const isKnown = value === null || options.some((option) => option.value === value)
  return isKnown ? [...options] : [...options, { value, label: value }]
}
