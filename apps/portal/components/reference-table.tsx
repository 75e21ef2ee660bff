import { Table, TableScrollContainer, TableTbody, TableTh, TableThead, TableTr } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReferenceTableProps {
  /** What the table is, for those who do not see it. */
  readonly label: string
  readonly columns: readonly string[]
  /** Scrolls sideways where there is less room, in pixels. */
  readonly minWidth: number
  /** Its rows. */
  readonly children: ReactNode
}

/** A table of the documentation, which the keyboard can scroll. */
export function ReferenceTable({ label, columns, minWidth, children }: ReferenceTableProps) {
  return (
    <TableScrollContainer minWidth={minWidth} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table withTableBorder verticalSpacing="xs" fz="sm">
        <TableThead>
          <TableTr>
            {columns.map((column) => (
              <TableTh key={column}>{column}</TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>{children}</TableTbody>
      </Table>
    </TableScrollContainer>
  )
}
