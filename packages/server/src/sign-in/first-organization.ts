import type { Caller } from '../provisioning/caller.ts'
import { createOrganization, listOrganizations } from '../provisioning/organization.ts'
import type { ProvisioningDependencies } from '../provisioning/provisioning-dependencies.ts'
import { createSandboxRealm } from '../provisioning/realm.ts'

/** Gives a user who belongs to no organization one of their own, with its sandbox realm. */
export async function ensureOrganization(
  dependencies: ProvisioningDependencies,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const caller: Caller = { kind: 'system', userId: user.id }
  const organizations = await listOrganizations(dependencies, caller)
  if (organizations.length > 0) return
  const [localPart = user.email] = user.email.split('@')
  const organization = await createOrganization(dependencies, caller, {
    name: `${localPart.slice(0, 60)}'s organization`,
  })
  await createSandboxRealm(dependencies, caller, organization.id)
}
