import type { Baseline } from '../crash/baseline.ts'
import type { SoakRealm } from './service.ts'

/** What a client knows about a company file only it writes to. */
export interface CompanyClient {
  readonly realm: SoakRealm
  readonly baseline: Pick<Baseline, 'customerId' | 'itemId'>
  /** The time before the first call, as in `changedSince`. */
  readonly startedAt: string
  /** The customers it created, by name. */
  readonly customers: Map<
    string,
    { readonly id: string; readonly syncToken: string; readonly companyName?: string | undefined }
  >
  /** The invoices it created and did not delete, by number. */
  readonly invoices: Map<string, { readonly id: string; readonly syncToken: string }>
  /** Returns a new request ID, which is also the written record's name; at most 11 characters. */
  takeId(): string
}

/** Creates a company file's client. */
export function createCompanyClient(realm: SoakRealm, baseline: Baseline): CompanyClient {
  let taken = 0
  return {
    realm,
    baseline,
    startedAt: new Date(Date.now() - 60_000).toISOString(),
    customers: new Map(),
    invoices: new Map(),
    takeId: () => {
      taken += 1
      return `s${taken}`
    },
  }
}
