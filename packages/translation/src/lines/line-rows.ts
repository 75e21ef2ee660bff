import { noProjects } from '../parts/only-in-qbo.ts'
import type { RowSpecs } from '../table/row.ts'
import { echo, field, ignored, part, readOnly, refused } from '../table/rows.ts'

/**
 * Creates the rows that all lines share, including fields that no line of QuickBooks Desktop has. `jobField` names the
 * field with the job.
 */
export function lineRows(jobField: string): RowSpecs {
  return part('line', {
    Id: field('TxnLineID', readOnly),
    LineNum: echo,
    Received: ignored,
    CustomField: customFieldsOfLines,
    ProjectRef: noProjects(jobField),
  })
}

/** The row of `CustomField` of a line. */
export const customFieldsOfLines = refused('custom fields of lines are not passed through')
