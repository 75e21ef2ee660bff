import type { FieldAccess, FieldDescription } from '@bridge/translation'
import { Code, TableTd, TableTh, TableTr, Text } from '@mantine/core'
import { ReferenceTable } from '../../components/reference-table.tsx'

const accessLabels: Record<FieldAccess, string> = {
  'read-write': 'read and write',
  'read-only': 'read-only',
  'create-only': 'read, set on create',
  'write-only': 'write-only',
  'repeat-only': 'read-only, can be sent back unchanged',
  refused: 'rejected',
  ignored: 'ignored',
}

/** Lists the fields of an entity and their elements in QuickBooks Desktop. */
export function FieldTable({ label, fields }: { label: string; fields: readonly FieldDescription[] }) {
  return (
    <ReferenceTable label={label} columns={['Field', 'Type', 'Access', 'QuickBooks Desktop']} minWidth={760}>
      {sortIgnoredLast(fields).map((field, index) => (
        // Line kinds share paths. The list never changes, so the index identifies a field.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <TableTr key={index}>
          <TableTh scope="row" fw={500}>
            <Code>{field.path}</Code>
            {field.lineKind && (
              <Text size="xs" c="dimmed">
                {field.lineKind}
              </Text>
            )}
          </TableTh>
          <TableTd>{describeType(field)}</TableTd>
          <TableTd>{accessLabels[field.access]}</TableTd>
          <TableTd>
            {field.desktop && <Code>{field.desktop}</Code>}
            {[field.reason, field.note].filter(Boolean).map((text) => (
              <Text key={text} size="sm" c="dimmed">
                {text}
              </Text>
            ))}
          </TableTd>
        </TableTr>
      ))}
    </ReferenceTable>
  )
}

function sortIgnoredLast(fields: readonly FieldDescription[]): FieldDescription[] {
  const isIgnored = ({ access }: FieldDescription) => access === 'ignored'
  return [...fields.filter((field) => !isIgnored(field)), ...fields.filter(isIgnored)]
}

function describeType({ type, max, between, required, values }: FieldDescription): string {
  return [
    values ? `one of ${values.join(' | ')}` : (typeNames[type] ?? type),
    max === undefined ? '' : `up to ${max} characters`,
    between === undefined ? '' : `from ${between[0]} to ${between[1]}`,
    required ? 'required' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

const typeNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  dateTime: 'date-time',
  ref: 'reference',
  rate: 'exchange rate',
  structure: 'object or array',
  text: 'string',
}
