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

/** All faults of a host. */
export const hostFaults = { ...testFaults, ...sandboxFaults }

/** Settings of QuickBooks and its host. */
interface HostSettings {
  /** The file is open in multi-user mode, in which list records cannot be deleted. */
  multiUser: boolean
  /** The application may read social security numbers in full. */
  personalDataAccess: boolean
  /** The company has several currencies. Without this, requests about currencies fail with status 3250. */
  multiCurrency: boolean
  /** The company tracks quantities of items. Without this, reports about stock fail with status 3250. */
  inventory: boolean
  /** The company uses account numbers, which reports print before the names: `1010 · Checking`. */
  accountNumbers: boolean
  /** The user may see reports. Without this, they fail with status 3260. */
  reportAccess: boolean
  /** Invoices above the credit limit of their customer fail with status 3180. */
  checksCreditLimits: boolean
  /** The basis of reports that do not request one. */
  reportBasis: 'Accrual' | 'Cash'
  /** The date from which open balances age. */
  agingBasis: 'AgeFromDueDate' | 'AgeFromTransactionDate'
  /** The first month of the fiscal year, from 1 to 12. */
  fiscalMonth: number
  /** The host's standard offset from UTC in minutes. */
  utcOffsetMinutes: number
  /** Whether the host's wall clock is an hour ahead of `utcOffsetMinutes` at that time. */
  isDaylightSaving: (time: Date) => boolean
  /** Whether the standard offset is printed all year, as most hosts do, while the wall clock moves. */
  printsStandardOffset: boolean
}

/** The faults and settings of the host of a company file. Changes take effect with the next exchange. */
export type Switches = FaultValues<typeof hostFaults> & HostSettings

/** Returns the switches of a working host in UTC with the company file open. */
export function getDefaultSwitches(): Switches {
  return {
    ...getFaultValues(hostFaults),
    multiUser: false,
    personalDataAccess: false,
    multiCurrency: false,
    inventory: true,
    accountNumbers: false,
    reportAccess: true,
    checksCreditLimits: true,
    reportBasis: 'Accrual',
    agingBasis: 'AgeFromDueDate',
    fiscalMonth: 1,
    utcOffsetMinutes: 0,
    isDaylightSaving: () => false,
    printsStandardOffset: true,
  }
}
