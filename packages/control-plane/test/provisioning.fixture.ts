import type { Database } from '@bridge/database'
import type { Caller } from '@bridge/identity/access/caller'
import { createOrganization } from '../src/provisioning/organization.ts'
import type { Services } from '../src/services/services.ts'

/** The time in these tests. */
export const now = new Date('2026-03-02T09:00:00Z')

export function createServices(database: Database): Pick<Services, 'database' | 'clock'> {
  return { database, clock: () => now }
}

/** Creates a user with this email address, and their organization. */
export async function seedOwner(services: Pick<Services, 'database' | 'clock'>, email: string, name = 'Acme') {
  const user = await services.database.user.create({ data: { email } })
  const caller: Caller = { kind: 'session', userId: user.id, address: '203.0.113.7' }
  const organization = await createOrganization(services, caller, { name })
  return { user, caller, organization }
}
