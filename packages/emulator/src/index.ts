export {
  type Clock,
  type Company,
  type CompanyLimits,
  type CompanyOptions,
  type Exchange,
  type Failure,
  openCompany,
  type Random,
  type StoredSwitches,
  type Switches,
  type Template,
} from './company.ts'
export { DocumentLog } from './document-log.ts'
export { type TrialBalance, trialBalance } from './ledger.ts'
export { memoryStorage } from './memory-storage.ts'
export type { CompanyStorage, Delta, Document, JsonValue, Work } from './storage.ts'
export { isNotOpen } from './switches.ts'
