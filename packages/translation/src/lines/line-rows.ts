import { noProjects } from '../parts/only-in-qbo.ts'
import type { Rows } from '../table/row.ts'
import { ignored, readOnly, refused, text } from '../table/rows.ts'

/** What every line has, and what no line of QuickBooks Desktop has; `jobField` is where the job goes on this one. */
export function lineRows(jobField: string): Rows {
  return {
    Id: text('TxnLineID', readOnly),
    LineNum: ignored,
    Received: ignored,
    CustomField: customFieldsOfLines,
    ProjectRef: noProjects(jobField),
  }
}

/** The row of `CustomField` of a line. */
export const customFieldsOfLines = refused('custom fields of lines are not passed through')
