'use client'

import type { ReactNode } from 'react'
import classes from './api-reference.module.css'
import { InlineCode } from './inline-code.tsx'

/** A request or response field, or a parameter. */
export interface ListedField {
  readonly path: string
  readonly type: string
  /** Short facts such as "required" and "read-only". */
  readonly facts: readonly string[]
  readonly text?: string | undefined
  /** The field's QuickBooks Desktop element. */
  readonly element?: string | undefined
  readonly href?: string | undefined
}

/** Lists fields. Nested fields are folded below their parent. */
export function FieldList({ fields, label }: { fields: readonly ListedField[]; label: string }) {
  const groups = groupFields(fields)
  return (
    <ul className={classes.fields} aria-label={label}>
      {groups.map(({ field, nested }) => (
        <li key={field.path}>
          <Field field={field} />
          {nested.length > 0 && (
            <details className={classes.nested}>
              <summary>
                {nested.length} {nested.length === 1 ? 'field' : 'fields'} of {field.path}
              </summary>
              <ul className={classes.fields} aria-label={`Fields of ${field.path}`}>
                {nested.map((each) => (
                  <li key={each.path}>
                    <Field field={each} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Field({ field }: { field: ListedField }): ReactNode {
  const { path, type, facts, text, element, href } = field
  return (
    <>
      <div>
        <code>{path}</code>
        <span>{href ? <a href={href}>{type}</a> : type}</span>
        {facts.map((fact) => (
          <span key={fact} data-strong={fact === 'required' || undefined}>
            {fact}
          </span>
        ))}
      </div>
      {(text || element) && (
        <p>
          {element && (
            <>
              QuickBooks Desktop: <code>{element}</code>.{' '}
            </>
          )}
          {text && <InlineCode text={text} />}
        </p>
      )}
    </>
  )
}

interface FieldGroup {
  readonly field: ListedField
  readonly nested: readonly ListedField[]
}

function groupFields(fields: readonly ListedField[]): readonly FieldGroup[] {
  const groups: { field: ListedField; nested: ListedField[] }[] = []
  for (const field of fields) {
    const group = groups.at(-1)
    const isNested =
      group !== undefined &&
      /^[.[]/.test(field.path.slice(group.field.path.length)) &&
      field.path.startsWith(group.field.path)
    if (isNested) group.nested.push(field)
    else groups.push({ field, nested: [] })
  }
  return groups
}
