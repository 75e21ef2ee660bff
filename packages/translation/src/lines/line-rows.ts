import { noProjects } from '../parts/only-in-qbo.ts'
import type { RowSpecs } from '../table/row.ts'
import { echo, field, ignored, part, readOnly, refused } from '../table/rows.ts'

/**
 * Creates the rows shared by all lines, including fields missing from every QuickBooks Desktop line. `jobField` names
 * the field holding the job.
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

export const customFieldsOfLines = refused(
  'custom fields of lines are not passed through',
  'Put the text in Description of the line.',
)
