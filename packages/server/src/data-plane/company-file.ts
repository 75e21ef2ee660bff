import type { Desktop } from '../desktop/desktop.ts'
import type { RealmId } from '../http/realm-id.ts'

/** The company file that a request is about, and the way to it. */
export interface CompanyFile {
  readonly realmId: RealmId
  readonly desktop: Desktop
}
