import { noProjects } from '../parts/only-in-qbo.ts'
import type { RowSpecs } from '../table/row.ts'
import { field, ignored, readOnly, refused } from '../table/rows.ts'

/** What every line has, and what no line of QuickBooks Desktop has; `jobField` is where the job goes on this one. */
export function lineRows(jobField: string): RowSpecs {
  return {
    Id: field('TxnLineID', readOnly),
    LineNum: ignored,
    Received: ignored,
    CustomField: customFieldsOfLines,
    ProjectRef: noProjects(jobField),
  }
}

/** The row of `CustomField` of a line. */
export const customFieldsOfLines = refused('custom fields of lines are not passed through')
