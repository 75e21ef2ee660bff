import {
  type FaultRow,
  type FaultTable,
  type FaultValue,
  type FaultValues,
  type SandboxFaultRow,
  sandboxFaults,
} from '@bridge/emulator/sandbox-faults'
import { z } from 'zod'

type FaultsShape<Table extends FaultTable> = {
  -readonly [Name in keyof Table]: z.ZodDefault<z.ZodType<FaultValue<Table[Name]>>>
}

/** Returns the schema for a table's faults, with their defaults and descriptions. */
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
    case 'date':
      return z.iso.date().nullable().default(row.default)
    case 'count':
    case 'milliseconds':
      return z.int().min(0).max(row.max).default(row.default)
  }
}

/** The faults a sandbox can have; all are off by default. */
export const sandboxFaultsSchema = createFaultsSchema(sandboxFaults)

export type SandboxFaults = FaultValues<typeof sandboxFaults>

/** A fault as the portal shows it. */
export interface ListedSandboxFault {
  readonly name: keyof SandboxFaults
  readonly title: string
  readonly description: string
  readonly advice: string
  /** The code clients receive, if it is always the same. */
  readonly code: string | undefined
  readonly type: FaultRow['type']
  readonly default: boolean | number | null
  /** The largest count or delay. */
  readonly max: number | undefined
  readonly choices: readonly number[] | undefined
}

/** Returns the faults a sandbox can have, in table order. */
export function listSandboxFaults(): readonly ListedSandboxFault[] {
  return Object.entries<SandboxFaultRow>(sandboxFaults).map(([name, row]) => ({
    name: name as keyof SandboxFaults,
    title: row.title,
    description: row.description,
    advice: row.advice,
    code: row.code,
    type: row.type,
    default: row.default,
    max: 'max' in row ? row.max : undefined,
    choices: 'choices' in row ? row.choices : undefined,
  }))
}
