import type { FailedOutcome } from '@bridge/agent-protocol'

/** A qbXML status and its text. */
export interface FaultStatus {
  readonly statusCode: number
  readonly statusMessage: string
}

/** When a fault takes effect: on an exchange, on its response, on a write, or on a write that succeeded. */
export type FaultEffect =
  | { readonly on: 'exchange' | 'response'; readonly failure: FailedOutcome }
  | { readonly on: 'write' | 'written'; readonly status: (values: Readonly<Record<string, unknown>>) => FaultStatus }

/**
 * A fault: its values, description and effect. A flag is on while it is true. A count takes effect as often as it says.
 * A date is `YYYY-MM-DD`, or `null` for none. Code reads the values without an effect directly.
 */
export type FaultRow = { readonly description: string; readonly effect?: FaultEffect } & (
  | { readonly type: 'flag'; readonly default: boolean }
  | { readonly type: 'count' | 'milliseconds'; readonly max: number; readonly default: number }
  | { readonly type: 'date'; readonly default: null }
  | { readonly type: 'choice'; readonly choices: readonly number[]; readonly default: number }
)

/** Faults by name. */
export type FaultTable = Readonly<Record<string, FaultRow>>

export type FaultValue<Row extends FaultRow> = Row extends { readonly type: 'flag' }
  ? boolean
  : Row extends { readonly type: 'date' }
    ? string | null
    : Row extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : number

/** Every fault's value. */
export type FaultValues<Table extends FaultTable> = { -readonly [Name in keyof Table]: FaultValue<Table[Name]> }

/** Returns all faults' values: the set ones, and the others' defaults. */
export function getFaultValues<Table extends FaultTable>(
  table: Table,
  set: Readonly<Record<string, unknown>> = {},
): FaultValues<Table> {
  const values = Object.entries(table).map(([name, row]) => [name, set[name] ?? row.default])
  return Object.fromEntries(values) as FaultValues<Table>
}

/** Returns the values that differ from the defaults. */
export function getChangedFaults<Table extends FaultTable>(
  table: Table,
  values: FaultValues<Table>,
): Partial<FaultValues<Table>> {
  const changed = Object.entries(values).filter(([name, value]) => value !== table[name]?.default)
  return Object.fromEntries(changed) as Partial<FaultValues<Table>>
}

/** Triggers faults. Each call counts down the fault whose effect it returns. */
export interface FaultTrigger {
  /** Returns why an exchange fails, before the company file receives it (`exchange`) or after it ran (`response`). */
  failure(on: 'exchange' | 'response'): FailedOutcome | undefined
  /** Returns the status with which a write fails (`write`), or succeeds with a warning (`written`). */
  status(on: 'write' | 'written'): FaultStatus | undefined
}

/** The trigger without any fault. */
export const noFaults: FaultTrigger = { failure: () => undefined, status: () => undefined }

/** Creates the trigger for a table's faults, and counts their values down in place. */
export function createFaultTrigger(table: FaultTable, switches: object): FaultTrigger {
  const values = switches as Record<string, unknown>
  const trigger = <On extends FaultEffect['on']>(on: On): Extract<FaultEffect, { on: On }> | undefined => {
    for (const [name, { type, effect }] of Object.entries(table)) {
      const value = values[name]
      if (effect?.on !== on || !value) continue
      if (type === 'count') values[name] = Number(value) - 1
      return effect as Extract<FaultEffect, { on: On }>
    }
    return undefined
  }
  return {
    failure(on) {
      const effect = trigger(on)
      return effect !== undefined && 'failure' in effect ? effect.failure : undefined
    },
    status(on) {
      const effect = trigger(on)
      return effect !== undefined && 'status' in effect ? effect.status(values) : undefined
    },
  }
}
