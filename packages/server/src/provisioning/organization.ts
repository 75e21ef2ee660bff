import { z } from 'zod'
import type { OwnedOrgId, Role } from './membership.ts'
import { name } from './name.ts'
import { findOrganizations, insertOrganization } from './organization.store.ts'
import { parseInput } from './parse-input.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'
import { slugOf } from './slug.ts'

export interface Organization<R extends Role = 'member'> {
  readonly id: OwnedOrgId<R>
  readonly name: string
  readonly slug: string
  /** The caller's role. */
  readonly role: Role
}

export const createOrganizationInput = z.object({ name: name(80) })

/** How long a new organization may use production realms before billing asks for a subscription. */
const trialDays = 30

/** Creates an organization on the trial plan, with the user as its owner. The slug follows the name and is made unique. */
export async function createOrganization(
  dependencies: ProvisioningDependencies,
  ownerId: string,
  input: z.input<typeof createOrganizationInput>,
): Promise<Organization<'owner'>> {
  const { name } = parseInput(createOrganizationInput, input)
  const createdAt = dependencies.clock()
  const trialEndsAt = new Date(createdAt.getTime() + trialDays * 86_400_000)
  const row = await insertOrganization(dependencies.database, {
    name,
    slug: slugOf(name),
    ownerId,
    createdAt,
    trialEndsAt,
  })
  return { id: row.id as OwnedOrgId<'owner'>, name: row.name, slug: row.slug, role: 'owner' }
}

/** The organizations that the user is a member of, by name. */
export async function listOrganizations(
  dependencies: ProvisioningDependencies,
  userId: string,
): Promise<Organization[]> {
  const memberships = await findOrganizations(dependencies.database, userId)
  return memberships.map(({ role, org }) => ({ id: org.id as OwnedOrgId, name: org.name, slug: org.slug, role }))
}
