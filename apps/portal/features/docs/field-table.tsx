'use client'

import type { FieldAccess, FieldDescription } from '@bridge/translation'
import { describeDifference, groupFields } from './field-groups.ts'
import classes from './field-table.module.css'

const accessLabels: Record<FieldAccess, string> = {
  'read-write': 'read and write',
  'read-only': 'read-only',
  'create-only': 'read, set on create',
  'write-only': 'write-only',
  'repeat-only': 'read-only, can be sent back unchanged',
  borrowed: 'of another record, can be sent if equal',
  refused: 'rejected',
  ignored: 'ignored',
}

interface FieldTableProps {
  /** Names the table to screen readers. */
  readonly label: string
  readonly fields: readonly FieldDescription[]
}

/** Lists an entity's fields in foldable groups, with their elements in QuickBooks Desktop. */
export function FieldTable({ label, fields }: FieldTableProps) {
  return groupFields(fields).map(({ title, fields: rows }, index) => (
    <details key={title} open={index === 0} className={classes.group}>
      <summary className={classes.summary}>
        {title} <span className={classes.count}>{rows.length}</span>
      </summary>
      <table className={classes.table} aria-label={`${label}: ${title}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Access</th>
            <th scope="col">QuickBooks Desktop</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((field) => (
            <FieldRow key={`${field.path} ${field.desktop} ${field.access}`} field={field} />
          ))}
        </tbody>
      </table>
    </details>
  ))
}

function FieldRow({ field }: { field: FieldDescription }) {
  const difference = describeDifference(field)
  return (
    <tr data-field={`${field.path} ${field.desktop ?? ''}`}>
      <th scope="row">
        <code>{field.path}</code>
      </th>
      <td>{describeType(field) || '–'}</td>
      <td>{accessLabels[field.access]}</td>
      <td>
        {field.desktop && <code>{field.desktop}</code>}
        {difference && <span className={classes.badge}>{difference}</span>}
        {[field.reason, field.note].filter(Boolean).map((text) => (
          <p key={text} className={classes.note}>
            {text}
          </p>
        ))}
      </td>
    </tr>
  )
}

function describeType({ type, max, between, required, values }: FieldDescription): string {
  return [
    values ? `one of ${values.join(', ')}` : (typeNames[type] ?? type),
    max === undefined ? '' : `up to ${max} characters`,
    between === undefined ? '' : `from ${between[0]} to ${between[1]}`,
    required ? 'required' : '',
  ]
    .filter(Boolean)
    .join('; ')
}

const typeNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  dateTime: 'date-time',
  ref: 'reference',
  rate: 'exchange rate',
  structure: 'object or array',
  text: 'string',
}
