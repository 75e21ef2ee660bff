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
} from './company/company.ts'
export { type TrialBalance, trialBalance } from './company/trial-balance.ts'
export { isNotOpen } from './host/switches.ts'
export type { CompanyStorage, Delta, Document, JsonValue, Work } from './storage/company-storage.ts'
export { DocumentLog } from './storage/document-log.ts'
export { memoryStorage } from './storage/memory-storage.ts'
