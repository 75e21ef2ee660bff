import { Code, TableTd, TableTh, TableTr } from '@mantine/core'
import { ReferenceTable } from '../../components/reference-table.tsx'
import type { Endpoint } from './overview.ts'

/** Compares the URLs of QuickBooks Online with the paths of this service. */
export function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <ReferenceTable label="URLs by purpose" columns={['Purpose', 'QuickBooks Online', 'Bridge Service']} minWidth={640}>
      {endpoints.map(({ purpose, onlineUrl, path }) => (
        <TableTr key={purpose}>
          <TableTh scope="row">{purpose}</TableTh>
          <TableTd>
            <Code>{onlineUrl}</Code>
          </TableTd>
          <TableTd>
            <Code>{path}</Code>
          </TableTd>
        </TableTr>
      ))}
    </ReferenceTable>
  )
}
