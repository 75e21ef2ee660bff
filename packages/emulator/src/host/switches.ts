import { failures } from './failure.ts'
import { type FaultTable, type FaultValues, getFaultValues } from './fault-table.ts'
import { sandboxFaults } from './sandbox-faults.ts'

/** Faults that only tests use. */
const testFaults = {
  applicationStarting: {
    type: 'flag',
    default: false,
    description: 'QuickBooks has not finished starting.',
    effect: { on: 'exchange', failure: failures.starting },
  },
  unauthorized: {
    type: 'flag',
    default: false,
    description: 'The application was not authorized for the company file.',
    effect: { on: 'exchange', failure: failures.unauthorized },
  },
} as const satisfies FaultTable

export const hostFaults = { ...testFaults, ...sandboxFaults }

/** Settings of QuickBooks and its host. */
interface HostSettings {
  /** The file is open in multi-user mode, in which list records cannot be deleted. */
  multiUser: boolean
  /** The application may read social security numbers in full. */
  personalDataAccess: boolean
  /** The file is Intuit's sample company. */
  isSampleCompany: boolean
  /** Transactions are returned in forms that real files have against the documentation: see `seen-forms.ts`. */
  returnsSeenForms: boolean
  /** The company has several currencies. Without this, requests about currencies fail with status 3250. */
  multiCurrency: boolean
  /** Whether quantities are tracked. Otherwise, reports about stock fail with status 3250. */
  inventory: boolean
  /** The company uses account numbers, which reports print before the names: `1010 · Checking`. */
  accountNumbers: boolean
  /** The user may see reports. Without this, they fail with status 3260. */
  reportAccess: boolean
  /** Invoices above their customer's credit limit fail with status 3180. */
  checksCreditLimits: boolean
  /** The basis for reports without one. */
  reportBasis: 'Accrual' | 'Cash'
  /** The date from which open balances age. */
  agingBasis: 'AgeFromDueDate' | 'AgeFromTransactionDate'
  /** The fiscal year's first month, from 1 to 12. */
  fiscalMonth: number
  /** When a backup of the file was last restored, and when the file was last condensed, in seconds since 1970. */
  restoredAt: number
  condensedAt: number
  /** The host's standard offset from UTC in minutes. */
  utcOffsetMinutes: number
  /** Whether the host's wall clock is an hour ahead of `utcOffsetMinutes` then. */
  isDaylightSaving: (time: Date) => boolean
  /** Whether the standard offset is printed all year, as most hosts do, while the wall clock moves. */
  printsStandardOffset: boolean
}

/** The faults and settings of a company file's host. Changes take effect with the next exchange. */
export type Switches = FaultValues<typeof hostFaults> & HostSettings

/** Returns a working host's switches in UTC with the company file open. */
export function getDefaultSwitches(): Switches {
  return {
    ...getFaultValues(hostFaults),
    multiUser: false,
    personalDataAccess: false,
    isSampleCompany: false,
    returnsSeenForms: false,
    multiCurrency: false,
    inventory: true,
    accountNumbers: false,
    reportAccess: true,
    checksCreditLimits: true,
    reportBasis: 'Accrual',
    agingBasis: 'AgeFromDueDate',
    fiscalMonth: 1,
    restoredAt: 0,
    condensedAt: 0,
    utcOffsetMinutes: 0,
    isDaylightSaving: () => false,
    printsStandardOffset: true,
  }
}
