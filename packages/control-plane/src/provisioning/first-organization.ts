import type { Caller } from '@bridge/identity/access/caller'
import type { Services } from '../services/services.ts'
import { hasMembership, hasOpenInvitation } from './invitation.store.ts'
import { createOrganization, listOrganizations } from './organization.ts'
import { createSandboxRealm } from './realm.ts'

/** Creates an organization with a sandbox realm for a user who belongs to none and is not invited to one. */
export async function ensureOrganization(
  services: Pick<Services, 'database' | 'clock'>,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const caller: Caller = { kind: 'system', userId: user.id }
  const organizations = await listOrganizations(services, caller)
  if (organizations.length > 0) return
  if (await hasOpenInvitation(services.database, user.email, services.clock())) return
  const [localPart = user.email] = user.email.split('@')
  const organization = await createOrganization(services, caller, {
    name: `${localPart.slice(0, 60)}'s organization`,
  })
  await createSandboxRealm(services, caller, organization.id)
}

/** Returns whether the address belongs to a member of an organization, or has an open invitation. */
export async function isExpected(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  email: string,
): Promise<boolean> {
  return (await hasMembership(database, email)) || hasOpenInvitation(database, email, clock())
}
