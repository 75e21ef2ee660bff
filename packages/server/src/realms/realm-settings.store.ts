import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

const defaults = { departmentsFromClasses: false, logsBodies: false }

/** What a realm's settings say to the data plane; a realm without any has the defaults. */
export async function findSettings(database: Database, realmId: RealmId): Promise<typeof defaults> {
  return (
    (await database.realmSettings.findUnique({
      where: { realmId },
      select: { departmentsFromClasses: true, logsBodies: true },
    })) ?? defaults
  )
}
