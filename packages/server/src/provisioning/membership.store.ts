import type { Database, Prisma } from '@bridge/database'

/** What an operation can be about; each belongs to exactly one organization. */
export type Resource = 'org' | 'realm' | 'client' | 'agent-token' | 'api-key' | 'invitation' | 'member' | 'connector'

const ownerOf: Record<Resource, (id: string) => Prisma.OrganizationWhereInput> = {
  org: (id) => ({ id }),
  realm: (id) => ({ realms: { some: { id } } }),
  client: (id) => ({ clients: { some: { id } } }),
  'agent-token': (id) => ({ realms: { some: { agentTokens: { some: { id } } } } }),
  'api-key': (id) => ({ apiKeys: { some: { id } } }),
  invitation: (id) => ({ invitations: { some: { id } } }),
  member: (id) => ({ memberships: { some: { id } } }),
  connector: (id) => ({ realms: { some: { connectorCredentials: { some: { id } } } } }),
}

/** The user's role in the organization that owns the resource. */
export const findMembership = (database: Database, userId: string, resource: Resource, id: string) =>
  database.membership.findFirst({ where: { userId, org: ownerOf[resource](id) }, select: { role: true, orgId: true } })
