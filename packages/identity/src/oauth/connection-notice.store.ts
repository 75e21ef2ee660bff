import type { Database } from '@bridge/database'
import { notifiedOrganization } from '../mail/notified-organization.ts'

/**
 * Finds a new connection with the names for an email about it, and the addresses of the organization's owners and
 * admins.
 */
export function findAnnouncedConnection(database: Database, connectionId: string) {
  return database.connection.findUnique({
    where: { id: connectionId },
    select: {
      realmId: true,
      client: { select: { name: true } },
      consenter: { select: { email: true } },
      realm: {
        select: {
          name: true,
          kind: true,
          org: { select: notifiedOrganization },
        },
      },
    },
  })
}
