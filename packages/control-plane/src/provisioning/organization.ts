import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { nameSchema } from '@bridge/identity/access/name'
import type { OwnedOrgId, Role } from '@bridge/identity/access/owned'
import { parseInput } from '@bridge/identity/access/parse-input'
import { roleSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { findOrganizations, insertOrganization, renameOrganization as rename } from './organization.store.ts'
import { withinQuota } from './quota.ts'
import { createSandboxRealm } from './realm.ts'
import { toSlug } from './slug.ts'

export interface Organization<R extends Role = 'member'> {
  readonly id: OwnedOrgId<R>
  readonly name: string
  readonly slug: string
  /** The caller's role. */
  readonly role: Role
}

const organizationSchema = z
  .strictObject({ id: z.string(), name: z.string(), slug: z.string(), role: roleSchema })
  .meta({ id: 'Organization' })

const createOrganizationInput = z.strictObject({ name: nameSchema(80) })

/** How long a new organization may use production realms before it needs a subscription. */
export const trialDays = 30

/** Creates an organization on the trial plan, with the caller as its owner and a unique slug derived from its name. */
export async function createOrganization(
  services: Pick<Services, 'database' | 'clock'>,
  owner: Caller,
  input: z.input<typeof createOrganizationInput>,
): Promise<Organization<'owner'>> {
  const { name } = parseInput(createOrganizationInput, input)
  const createdAt = services.clock()
  const trialEndsAt = new Date(createdAt.getTime() + trialDays * 86_400_000)
  const row = await insertOrganization(services.database, {
    name,
    slug: toSlug(name),
    owner,
    createdAt,
    trialEndsAt,
  })
  return { id: row.id as OwnedOrgId<'owner'>, name: row.name, slug: row.slug, role: 'owner' }
}

/** Lists the caller's organizations by name. An API key has access to one only. */
export async function listOrganizations(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
): Promise<Organization[]> {
  const memberships = await findOrganizations(services.database, caller.userId)
  return memberships
    .filter(({ org }) => caller.kind !== 'api-key' || caller.orgId === org.id)
    .map(({ role, org }) => ({ id: org.id as OwnedOrgId, name: org.name, slug: org.slug, role }))
}

export const organizationOperations = {
  listOrganizations: operation({
    route: 'GET /orgs',
    summary: 'Lists the organizations that you are a member of.',
    about: 'caller',
    role: 'any',
    input: z.strictObject({}),
    output: z.strictObject({ orgs: z.array(organizationSchema) }),
    run: async (services, { caller }) => ({ orgs: await listOrganizations(services, caller) }),
  }),

  createOrganization: operation({
    route: 'POST /orgs',
    summary: 'Creates an organization with a sandbox realm, and you as its owner.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: createOrganizationInput,
    problems: ['quota_reached'],
    creates: {},
    output: z.strictObject({ org: organizationSchema }),
    status: 201,
    run: async (services, { caller }, input) => {
      const { allowed, limit, resetSeconds } = await services.organizationLimiter.consume(caller.userId)
      if (!allowed) {
        const message = `You have created your ${limit} organizations of this day (UTC). Wait ${resetSeconds} s.`
        throw new Problem('rate_limited', message, {}, resetSeconds)
      }
      const org = await withinQuota(services, 'organizations', caller.userId, async (database) => {
        const created = await createOrganization({ ...services, database }, caller, input)
        await createSandboxRealm({ ...services, database }, caller, created.id)
        return created
      })
      return { org }
    },
  }),

  renameOrganization: operation({
    route: 'PATCH /orgs/{orgId}',
    summary: 'Renames an organization. Its slug stays the same.',
    about: 'org',
    role: 'admin',
    input: createOrganizationInput,
    output: z.strictObject({ org: organizationSchema.omit({ role: true }) }),
    run: async ({ database, clock }, { caller, orgId }, { name }) => ({
      org: await rename(database, orgId, name, caller, clock()),
    }),
  }),
}
