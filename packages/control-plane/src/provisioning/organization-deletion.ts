import { realmIdSchema } from '@bridge/agent-protocol'
import { Problem } from '@bridge/faults'
import { roleChanged } from '@bridge/identity/access/membership'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import { deleteOrganization, findDeletedResources } from './organization-deletion.store.ts'

export const organizationDeletionOperations = {
  getOrganizationDeletion: operation({
    route: 'GET /orgs/{orgId}/deletion',
    summary: 'Lists what a deletion of the organization deletes, and whether a subscription prevents it.',
    about: 'org',
    role: 'owner',
    input: noInput,
    output: z.strictObject({
      name: z.string(),
      companyFiles: z.array(
        z.strictObject({ id: realmIdSchema, name: z.string(), kind: z.enum(['sandbox', 'production']) }),
      ),
      clients: z.number(),
      connections: z.number(),
      apiKeys: z.number(),
      members: z.number(),
      invitations: z.number(),
      subscribed: z.boolean(),
    }),
    run: ({ database }, { orgId }) => findDeletedResources(database, orgId),
  }),

  deleteOrganization: operation({
    route: 'DELETE /orgs/{orgId}',
    summary: 'Deletes an organization with its company files, clients, keys, members and logs permanently.',
    about: 'org',
    role: 'owner',
    sessionOnly: true,
    problems: ['subscription_active'],
    requiresFreshProof: true,
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, { orgId, caller }) => {
      const deletion = await deleteOrganization(database, orgId, caller, clock())
      if (deletion === 'subscription') throw new Problem('subscription_active')
      if (deletion === 'role-changed') throw roleChanged()
      await changes.publish('tokens')
      await changes.publish('agents')
      return undefined
    },
  }),
}
