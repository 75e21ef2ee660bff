import type { FieldAccess, FieldDescription } from '@bridge/translation'
import { Code, TableTd, TableTh, TableTr, Text } from '@mantine/core'
import { ReferenceTable } from '../../components/reference-table.tsx'

const accessWords: Record<FieldAccess, string> = {
  'read-write': 'read and write',
  'read-only': 'read',
  'create-only': 'read; write on create',
  'write-only': 'write',
  'repeat-only': 'read; may be repeated',
  refused: 'refused',
  ignored: 'ignored',
}

/** The fields of an entity with what they are in QuickBooks Desktop. */
export function FieldTable({ label, fields }: { label: string; fields: readonly FieldDescription[] }) {
  return (
    <ReferenceTable label={label} columns={['Field', 'Type', 'Use', 'QuickBooks Desktop']} minWidth={760}>
      {ignoredLast(fields).map((field, index) => (
        // Line kinds share paths, and the list never changes, so a field's place identifies it.
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
          <TableTd>{typeWords(field)}</TableTd>
          <TableTd>{accessWords[field.access]}</TableTd>
          <TableTd>
            {field.desktop && <Code>{field.desktop}</Code>}
            {[field.reason, field.note].filter(Boolean).map((remark) => (
              <Text key={remark} size="sm" c="dimmed">
                {remark}
              </Text>
            ))}
          </TableTd>
        </TableTr>
      ))}
    </ReferenceTable>
  )
}

function ignoredLast(fields: readonly FieldDescription[]): FieldDescription[] {
  const isIgnored = ({ access }: FieldDescription) => access === 'ignored'
  return [...fields.filter((field) => !isIgnored(field)), ...fields.filter(isIgnored)]
}

function typeWords({ type, max, between, required, values }: FieldDescription): string {
  return [
    values ? `one of ${values.join(' | ')}` : (typeNames[type] ?? type),
    max === undefined ? '' : `at most ${max} characters`,
    between === undefined ? '' : `from ${between[0]} to ${between[1]}`,
    required ? 'required' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

const typeNames: Readonly<Record<string, string>> = {
  bool: 'true or false',
  dateTime: 'time',
  ref: 'reference',
  rate: 'exchange rate',
  structure: 'object or array',
  whole: 'whole number',
}
