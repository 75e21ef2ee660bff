import { type FaultRow, type FaultTable, type FaultValue, type FaultValues, sandboxFaults } from '@bridge/emulator'
import { z } from 'zod'

type FaultsShape<Table extends FaultTable> = {
  -readonly [Name in keyof Table]: z.ZodDefault<z.ZodType<FaultValue<Table[Name]>>>
}

/** Returns the schema of the faults of a table, with their defaults and descriptions. */
export function createFaultsSchema<Table extends FaultTable>(
  table: Table,
): z.ZodObject<FaultsShape<Table>, z.core.$strict> {
  const shape = Object.entries(table).map(([name, row]) => [name, toValueSchema(row).describe(row.description)])
  return z.strictObject(Object.fromEntries(shape) as FaultsShape<Table>)
}

function toValueSchema(row: FaultRow) {
  switch (row.type) {
    case 'flag':
      return z.boolean().default(row.default)
    case 'choice':
      return z.literal([...row.choices]).default(row.default)
    case 'count':
    case 'milliseconds':
      return z.int().min(0).max(row.max).default(row.default)
  }
}

/** The faults that a sandbox can have; all are off by default. */
export const sandboxFaultsSchema = createFaultsSchema(sandboxFaults)

export type SandboxFaults = FaultValues<typeof sandboxFaults>
