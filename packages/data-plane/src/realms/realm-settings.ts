import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '@bridge/platform/dependencies'
import { createReadThroughCache } from '@bridge/platform/read-through-cache'
import { departmentsFromClasses, type NamedRecords, type Registry, registry } from '@bridge/translation'
import { findSettings } from './settings.store.ts'
import {
  findNamedRecords,
  parseSettings,
  type RealmSettingRows,
  realmSettings,
  type SettingRows,
  type SettingValues,
} from './settings.ts'

/** A realm's settings, and the resulting entities. */
export type ServedRealm<Rows extends SettingRows = RealmSettingRows> = SettingValues<Rows> & {
  /** With `Department` as an alias for `Class` where the realm has departments. */
  readonly entities: Registry
  /** The records of the company file that settings name. */
  readonly namedRecords: NamedRecords
  /** Whether a webhook that is not paused receives the changes of the realm. */
  readonly reportsChanges: boolean
}

/** Loads and caches realm settings. */
export interface RealmSettings<Rows extends SettingRows = RealmSettingRows> {
  get(realmId: RealmId): Promise<ServedRealm<Rows>> | ServedRealm<Rows>
  close(): void
}

const ttlMs = 5_000
const maxRealms = 10_000

/**
 * Caches realm settings for at most 5 s: a busy realm does not cost a query per request. The change feed clears the
 * cache immediately when a setting or a webhook changes on any server.
 */
export function createRealmSettings<Rows extends RealmSettingRows = RealmSettingRows>(
  { database, changes, clock }: Pick<Dependencies, 'database' | 'changes' | 'clock'>,
  rows: Rows = realmSettings as Rows,
): RealmSettings<Rows> {
  const cache = createReadThroughCache({
    async load(realmId: RealmId): Promise<ServedRealm<Rows>> {
      const { settings, reportsChanges } = await findSettings(database, realmId, rows)
      return {
        ...settings,
        entities: findEntities(settings),
        namedRecords: findNamedRecords(rows, settings),
        reportsChanges,
      }
    },
    clock,
    ttlMs,
    maxEntries: maxRealms,
  })
  return { get: cache.get, close: changes.subscribe('settings', cache.clear) }
}

/** The settings on which a realm's entities depend. */
const entitySettings = { departmentsFromClasses: realmSettings.departmentsFromClasses }

/** Returns the entities that result from stored settings. */
export function findEntities(stored: unknown): Registry {
  const { departmentsFromClasses: hasDepartments } = parseSettings(entitySettings, stored)
  return hasDepartments ? departmentsFromClasses(registry) : registry
}
