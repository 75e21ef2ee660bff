export type { CompanyStorage, Delta, Document, JsonValue, Work } from './storage.ts'
