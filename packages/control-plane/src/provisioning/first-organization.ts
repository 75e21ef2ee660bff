import type { Caller } from '@bridge/identity/access/caller'
import type { SignInServices } from '@bridge/identity/sign-in/auth-options'
import type { Services } from '../services/services.ts'
import { hasMembership, hasOpenInvitation } from './invitation.store.ts'
import { createOrganization, listOrganizations } from './organization.ts'
import { createSandboxRealm } from './realm.ts'

type Needed = Pick<Services, 'database' | 'clock'>

/** Returns what a sign-in asks about a user's organizations. */
export function createFirstOrganizations(services: Needed): Pick<SignInServices, 'ensureOrganization' | 'isExpected'> {
  return {
    ensureOrganization: (user) => ensureOrganization(services, user),
    isExpected: (email) => isExpected(services, email),
  }
}

/** Creates an organization with a sandbox realm for a user who belongs to none and is not invited to one. */
async function ensureOrganization(
  services: Needed,
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
async function isExpected({ database, clock }: Needed, email: string): Promise<boolean> {
  return (await hasMembership(database, email)) || hasOpenInvitation(database, email, clock())
}
