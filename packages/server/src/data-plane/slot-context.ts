import type { Fault } from '@bridge/faults'
import type { CompanyFile } from './company-file.ts'

/** What an answer in slots is made with, of which each has a record or a fault of its own. */
export interface SlotContext {
  readonly company: CompanyFile
  /** The address of the error reference. */
  readonly docsUrl: string
  /** The fault that stands for any error. */
  readonly faultOf: (error: unknown) => Fault
}
