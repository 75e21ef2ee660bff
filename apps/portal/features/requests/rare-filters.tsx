'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import classes from './rare-filters.module.css'
import type { RequestParameters } from './request-parameters.ts'
import { useDelayed } from './use-delayed.ts'

interface RareFiltersProps {
  /** The ID for the button that shows them. */
  readonly id: string
  readonly parameters: RequestParameters
  readonly onChange: (change: Partial<RequestParameters>) => void
}

const rare = ['code', 'entity', 'method', 'operation', 'field', 'source', 'requestid', 'trace', 'slower'] as const

const choices = {
  method: ['GET', 'POST'],
  source: [
    { value: 'api', label: 'API' },
    { value: 'explorer', label: 'Explorer' },
    { value: 'replay', label: 'Replay' },
    { value: 'mcp', label: 'MCP' },
    { value: 'proposal', label: 'Checks of MCP proposals' },
  ],
  operation: ['read', 'query', 'create', 'update', 'delete', 'void', 'batch', 'changes', 'report', 'propose'],
}

/** Counts the rare filters in use. */
export function countRare(parameters: RequestParameters): number {
  return rare.filter((name) => parameters[name] !== null).length
}

/** The filters that few searches need, below the others. */
export function RareFilters({ id, parameters, onChange }: RareFiltersProps) {
  const text = (name: 'code' | 'entity' | 'field' | 'requestid' | 'trace', label: string, placeholder: string) => (
    <DelayedTextInput
      label={label}
      placeholder={placeholder}
      value={parameters[name] ?? ''}
      onChange={(value) => onChange({ [name]: value || null })}
    />
  )
  const choice = (name: keyof typeof choices, label: string) => (
    <NativeSelect
      label={label}
      data={[{ value: '', label: 'Any' }, ...choices[name]]}
      value={parameters[name] ?? ''}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || null })}
    />
  )
  return (
    <search id={id} aria-label="More filters" className={classes.filters}>
      {text('code', 'Code', '6240')}
      {text('entity', 'Entity', 'Invoice')}
      {text('field', 'Field', 'Line[].Amount')}
      {choice('method', 'Method')}
      {choice('operation', 'Operation')}
      {choice('source', 'Source')}
      <DelayedTextInput
        label="Slower than (ms)"
        placeholder="500"
        inputMode="numeric"
        value={parameters.slower === null ? '' : String(parameters.slower)}
        onChange={(value) => onChange({ slower: toMilliseconds(value) })}
      />
      {text('requestid', 'requestid', 'of a write')}
      {text('trace', 'X-Request-Id', 'of a response')}
    </search>
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
