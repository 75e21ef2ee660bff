import type { DocumentedParameter } from '@bridge/server'
import { Code, TableTd, TableTh, TableTr, Text } from '@mantine/core'
import { ReferenceTable } from '../../components/reference-table.tsx'
import { describeType } from './schema-rows.ts'

/** Lists the path and query parameters of an endpoint. */
export function ParameterTable({ label, parameters }: { label: string; parameters: readonly DocumentedParameter[] }) {
  return (
    <ReferenceTable label={label} columns={['Parameter', 'In', 'Type']} minWidth={560}>
      {parameters.map(({ name, in: location, required, description, schema }) => {
        const text = description ?? (schema.description as string | undefined)
        return (
          <TableTr key={name}>
            <TableTh scope="row" fw={500}>
              <Code>{name}</Code>
            </TableTh>
            <TableTd>{required ? `${location}, required` : location}</TableTd>
            <TableTd>
              {describeType(schema)}
              {text && (
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              )}
            </TableTd>
          </TableTr>
        )
      })}
    </ReferenceTable>
  )
}
