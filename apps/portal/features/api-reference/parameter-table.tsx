import type { DocumentedParameter } from '@bridge/server'
import { Code, TableTd, TableTh, TableTr, Text } from '@mantine/core'
import { ReferenceTable } from '../../components/reference-table.tsx'
import { typeWords } from './schema-rows.ts'

/** What a call takes in its path and its query. */
export function ParameterTable({ label, parameters }: { label: string; parameters: readonly DocumentedParameter[] }) {
  return (
    <ReferenceTable label={label} columns={['Parameter', 'In', 'Value']} minWidth={560}>
      {parameters.map(({ name, in: place, required, description, schema }) => (
        <TableTr key={name}>
          <TableTh scope="row" fw={500}>
            <Code>{name}</Code>
          </TableTh>
          <TableTd>{required ? `${place}, required` : place}</TableTd>
          <TableTd>
            {typeWords(schema)}
            <Remark>{description ?? (schema.description as string | undefined)}</Remark>
          </TableTd>
        </TableTr>
      ))}
    </ReferenceTable>
  )
}

function Remark({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
