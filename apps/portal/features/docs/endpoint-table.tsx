import { Code, Table, TableScrollContainer, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import type { Endpoint } from './overview.ts'

/** The addresses side by side. */
export function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <TableScrollContainer minWidth={640} type="native" tabIndex={0} role="region" aria-label="Addresses">
      <Table withTableBorder verticalSpacing="sm">
        <TableThead>
          <TableTr>
            <TableTh>For</TableTh>
            <TableTh>QuickBooks Online</TableTh>
            <TableTh>Here</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {endpoints.map(({ purpose, online, here }) => (
            <TableTr key={purpose}>
              <TableTh scope="row">{purpose}</TableTh>
              <TableTd>
                <Code>{online}</Code>
              </TableTd>
              <TableTd>
                <Code>{here}</Code>
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScrollContainer>
  )
}
