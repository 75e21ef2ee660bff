import type { Database } from '@bridge/database'
import type { RealmId } from '../http/realm-id.ts'

/** What a realm's settings say to the data plane; a realm without any has the defaults. */
export const findDepartmentsFromClasses = async (database: Database, realmId: RealmId): Promise<boolean> => {
  const row = await database.realmSettings.findUnique({
    where: { realmId },
    select: { departmentsFromClasses: true },
  })
  return row?.departmentsFromClasses ?? false
}
