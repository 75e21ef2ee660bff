import type { RealmId } from '@bridge/agent-protocol'

/** A lease for a realm's agent or Web Connector. A later one raises the epoch, which makes this pair stale. */
export interface Lease {
  readonly realmId: RealmId
  readonly epoch: bigint
}
