import { Employee } from '../src/entities/employee.ts'
import { type EntityTable, list } from '../src/table/entity-table.ts'
import type { RowSpecs } from '../src/table/row.ts'
import { field } from '../src/table/rows.ts'

/** A text, an amount and a reference missing from the employee table. */
const added: RowSpecs = {
  JobTitle: field('JobTitle'),
  TargetBonus: field('TargetBonus'),
  SupervisorRef: field('SupervisorRef'),
}

/** Copies the employee table and adds three fields. */
export function employeeWithAddedFields(): EntityTable {
  const [variant] = Employee.variants
  if (variant === undefined) throw new Error('Employee has no variant.')
  const { can, rows, alsoCheck } = variant
  return list('Employee', { can, rows: { ...rows, ...added }, ...(alsoCheck && { alsoCheck }) })
}
