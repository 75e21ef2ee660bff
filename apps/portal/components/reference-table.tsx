import { Table, TableScrollContainer, TableTbody, TableTh, TableThead, TableTr } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReferenceTableProps {
  /** Describes the table to screen readers. */
  readonly label: string
  readonly columns: readonly string[]
  /** The table scrolls sideways below this width, in pixels. */
  readonly minWidth: number
  readonly children: ReactNode
}

/** A documentation table that can be scrolled with the keyboard. */
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
