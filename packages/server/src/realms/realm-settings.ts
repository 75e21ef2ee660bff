import type { RealmId } from '@bridge/agent-protocol'
import { departmentsFromClasses, type Registry, registry } from '@bridge/translation'
import type { Dependencies } from '../dependencies.ts'
import { findSettings } from './realm-settings.store.ts'

/** How a realm wants to be served. */
export interface ServedRealm {
  /** With `Department` as an alias of `Class` where the realm asks for it. */
  readonly entities: Registry
  /** Whether the request log keeps bodies, where the realm is no sandbox. */
  readonly logsBodies: boolean
}

/** Knows how realms want to be served. */
export interface RealmSettings {
  of(realmId: RealmId): Promise<ServedRealm>
  close(): void
}

const rememberedMs = 5_000
const rememberedMax = 10_000

/**
 * Reads the settings of realms, and remembers them for at most 5 s, so that a busy realm costs no query a request. A
 * change anywhere makes it forget at once through the change feed.
 */
export function createRealmSettings({
  database,
  changes,
  clock,
}: Pick<Dependencies, 'database' | 'changes' | 'clock'>): RealmSettings {
  let remembered = new Map<RealmId, { readonly realm: ServedRealm; readonly readAt: number }>()
  const unsubscribe = changes.subscribe('settings', () => {
    remembered = new Map()
  })

  return {
    async of(realmId) {
      const now = clock().getTime()
      const known = remembered.get(realmId)
      if (known && now - known.readAt < rememberedMs) return known.realm
      const before = remembered
      const settings = await findSettings(database, realmId)
      const entities = settings.departmentsFromClasses ? departmentsFromClasses(registry) : registry
      const realm: ServedRealm = { entities, logsBodies: settings.logsBodies }
      // Whoever forgot while the database was asked may know of a change that this answer does not.
      if (remembered === before) {
        if (before.size >= rememberedMax) before.clear()
        before.set(realmId, { realm, readAt: now })
      }
      return realm
    },
    close: unsubscribe,
  }
}
