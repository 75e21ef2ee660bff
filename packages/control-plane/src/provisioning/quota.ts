import type { Database } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { Services } from '../services/services.ts'
import { createWithin, type QuotaName } from './quota.store.ts'

interface Quota {
  readonly max: (config: ServerConfig) => number
  /** The holder and the resources, as named in a message. */
  readonly holder: string
  readonly noun: string
  readonly remedy: string
}

/** How many resources of a kind an organization, a realm or a user may have at a time. */
const quotas: Readonly<Record<QuotaName, Quota>> = {
  apiKeys: {
    max: ({ maxApiKeys }) => maxApiKeys,
    holder: 'An organization can have',
    noun: 'API keys',
    remedy: 'Revoke one that you no longer use.',
  },
  clients: {
    max: ({ maxClients }) => maxClients,
    holder: 'An organization can have',
    noun: 'apps',
    remedy: 'Delete one that you no longer use.',
  },
  invitations: {
    max: ({ maxInvitations }) => maxInvitations,
    holder: 'An organization can have',
    noun: 'open invitations',
    remedy: 'Revoke one, or wait until it is accepted.',
  },
  agentTokens: {
    max: ({ maxAgentTokens }) => maxAgentTokens,
    holder: 'A company file can have',
    noun: 'agent tokens',
    remedy: 'Revoke one that you no longer use.',
  },
  connectorCredentials: {
    max: ({ maxAgentTokens }) => maxAgentTokens,
    holder: 'A company file can have',
    noun: 'Web Connector passwords',
    remedy: 'Revoke one that you no longer use.',
  },
  sandboxTokens: {
    max: ({ maxSandboxTokens }) => maxSandboxTokens,
    holder: 'A sandbox can have',
    noun: 'access tokens',
    remedy: 'Revoke one that you no longer use, or wait until one expires.',
  },
  organizations: {
    max: ({ maxOrganizations }) => maxOrganizations,
    holder: 'You can own',
    noun: 'organizations',
    remedy: 'Delete one that you no longer use.',
  },
}

/**
 * Creates a resource unless its subject has reached the quota. Concurrent calls take turns and cannot exceed it
 * together.
 *
 * @param subjectId the ID of the organization, realm or user holding the resources
 * @throws Problem `quota_reached`, with the quota as `limit`
 */
export async function withinQuota<Created>(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  name: QuotaName,
  subjectId: string,
  create: (database: Database) => Promise<Created>,
): Promise<Created> {
  const quota = quotas[name]
  const limit = quota.max(services.config)
  const outcome = await createWithin(services.database, { name, subjectId, limit, now: services.clock() }, create)
  if (outcome.kind === 'created') return outcome.created
  throw new Problem('quota_reached', `${quota.holder} at most ${limit} ${quota.noun}. ${quota.remedy}`, { limit })
}
