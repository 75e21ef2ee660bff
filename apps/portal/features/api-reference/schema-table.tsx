import type { JsonSchema } from '@bridge/server'
import { Code, TableTd, TableTh, TableTr, Text } from '@mantine/core'
import { ReferenceTable } from '../../components/reference-table.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { schemaHref } from './api-catalogue.ts'
import { SchemaFieldType } from './schema-field-type.tsx'
import { schemaRows } from './schema-rows.ts'

interface SchemaTableProps {
  readonly title: string
  readonly text?: string
  /** Describes the table to screen readers. */
  readonly label: string
  readonly schema: JsonSchema | undefined
}

/** Lists the fields of a body, or links to the schema that it references. */
export function SchemaTable({ title, text, label, schema }: SchemaTableProps) {
  const name = /\/(\w+)$/.exec(String(schema?.$ref ?? ''))?.[1]
  const rows = schema && !name ? schemaRows(schema) : []
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {(text || name) && (
        <Text size="sm" c="dimmed" mb={4}>
          {text} {name && <TextLink href={schemaHref(name)}>{name}</TextLink>}
        </Text>
      )}
      {rows.length > 0 && (
        <ReferenceTable label={label} columns={['Field', 'Type']} minWidth={560}>
          {rows.map((row) => (
            <TableTr key={row.path}>
              <TableTh scope="row" fw={500}>
                <Code>{row.path}</Code>
              </TableTh>
              <TableTd>
                <SchemaFieldType row={row} />
              </TableTd>
            </TableTr>
          ))}
        </ReferenceTable>
      )}
    </div>
  )
}
