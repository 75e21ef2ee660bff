import { departmentsFromClasses, type Registry, registry } from '@bridge/translation'
import type { Dependencies } from '../dependencies.ts'
import type { RealmId } from '../http/realm-id.ts'
import { findDepartmentsFromClasses } from './realm-settings.store.ts'

/** Knows how a realm wants to be served. */
export interface RealmSettings {
  /** The entities of the realm: with `Department` as an alias of `Class` where the realm asks for it. */
  entitiesOf(realmId: RealmId): Promise<Registry>
  close(): void
}

const rememberedMs = 5_000
const rememberedMax = 10_000

/**
 * Reads the settings of realms, and remembers them for at most 5 s, so that a busy realm costs no query a request. A
 * change anywhere makes it forget at once through the change feed.
 */
export const createRealmSettings = ({
  database,
  changes,
  clock,
}: Pick<Dependencies, 'database' | 'changes' | 'clock'>): RealmSettings => {
  let remembered = new Map<RealmId, { readonly entities: Registry; readonly readAt: number }>()
  const unsubscribe = changes.subscribe('settings', () => {
    remembered = new Map()
  })

  return {
    async entitiesOf(realmId) {
      const now = clock().getTime()
      const known = remembered.get(realmId)
      if (known && now - known.readAt < rememberedMs) return known.entities
      const before = remembered
      const isAliased = await findDepartmentsFromClasses(database, realmId)
      const entities = isAliased ? departmentsFromClasses(registry) : registry
      // Whoever forgot while the database was asked may know of a change that this answer does not.
      if (remembered === before) {
        if (before.size >= rememberedMax) before.clear()
        before.set(realmId, { entities, readAt: now })
      }
      return entities
    },
    close: unsubscribe,
  }
}
