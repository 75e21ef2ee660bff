import type { DocumentedParameter } from '@bridge/server'
import {
  Code,
  Table,
  TableScrollContainer,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from '@mantine/core'
import { typeWords } from './schema-rows.ts'

/** What a call takes in its path and its query. */
export function ParameterTable({ label, parameters }: { label: string; parameters: readonly DocumentedParameter[] }) {
  return (
    <TableScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table withTableBorder verticalSpacing="xs" fz="sm">
        <TableThead>
          <TableTr>
            <TableTh>Parameter</TableTh>
            <TableTh>In</TableTh>
            <TableTh>Value</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
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
        </TableTbody>
      </Table>
    </TableScrollContainer>
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
