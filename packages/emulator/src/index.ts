export {
  type Clock,
  type Company,
  type CompanyLimits,
  type CompanyOptions,
  type CompanyOutcome,
  openCompany,
  type Random,
} from './company/company.ts'
export { type TrialBalance, trialBalance } from './company/trial-balance.ts'
export type { StoredFaults } from './host/stored-faults.ts'
export type { Switches } from './host/switches.ts'
export { type AccountSum, subtractSums, sumAccounts } from './model/account-sums.ts'
export { openModel } from './model/open-model.ts'
export {
  type FaultTable,
  type FaultValues,
  getChangedFaults,
  getFaultValues,
  sandboxFaults,
} from './sandbox-faults.ts'
export type { CompanyStorage, Delta, Document, JsonValue, Work } from './storage/company-storage.ts'
export { DocumentLog } from './storage/document-log.ts'
export { memoryStorage } from './storage/memory-storage.ts'
export type { Template } from './templates/template.ts'
