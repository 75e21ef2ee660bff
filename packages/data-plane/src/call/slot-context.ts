import type { Fault } from '@bridge/faults'
import type { CompanyFile } from '../operations/company-file.ts'

/** The context of a request whose response has slots, each with a result or a fault. */
export interface SlotContext {
  readonly company: CompanyFile
  /** The client whose identical writes without a `requestid` are repetitions; undefined if the realm turned that off. */
  readonly repeatsOf: string | undefined
  /** The URL of the error reference. */
  readonly docsUrl: string
  /** Logs an unexpected error and returns the fault to show. */
  readonly toFault: (error: unknown) => Fault
}
