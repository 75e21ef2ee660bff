import type { Fault, FaultStyle } from '@bridge/faults'
import type { CompanyFile } from '../operations/company-file.ts'

/** The context for a request whose response has slots, each with a result or a fault. */
export interface SlotContext extends FaultStyle {
  readonly company: CompanyFile
  /** The client whose identical writes without a `requestid` are repetitions; undefined if the realm turned this off. */
  readonly repeatsOf: string | undefined
  /** Logs an unexpected error and returns the fault to show. */
  readonly toFault: (error: unknown) => Fault
}
