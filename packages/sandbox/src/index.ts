export { type CompanyLease, createCompanyStorage, LeaseLostError } from './company.store.ts'
export { CompanyFiles, type CompanyFilesOptions, type ResetCounts } from './company-files.ts'
