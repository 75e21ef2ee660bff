import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { RecordChange } from './record-change.ts'
import { insertChanges } from './record-changes.store.ts'

/** Stores what writes without `requestid` have changed. */
export interface ChangeRecorder {
  store(realmId: RealmId, changes: readonly RecordChange[]): Promise<void>
  /** Lets webhooks deliver what was stored. */
  publish(): void
}

export function createChangeRecorder({
  database,
  changes: feed,
}: Pick<Dependencies, 'database' | 'changes'>): ChangeRecorder {
  return {
    store: async (realmId, changes) => void (await insertChanges(database, realmId, changes)),
    publish: () => void feed.publish('records'),
  }
}
