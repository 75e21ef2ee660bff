import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { requireRole, roleChanged } from '@bridge/identity/access/membership'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { lifetimes, secondsAfter } from '@bridge/identity/oauth/lifetimes'
import { accountingScope } from '@bridge/identity/oauth/scope'
import { accessTokenPrefix } from '@bridge/identity/oauth/token-pair'
import { findFirstClient } from '../provisioning/client.store.ts'
import { createClient } from '../provisioning/client.ts'
import { withinQuota } from '../provisioning/quota.ts'
import { listRealms } from '../provisioning/realm-list.ts'
import type { Services } from '../services/services.ts'
import { insertConnection } from './quick-start.store.ts'

/** The values in the quick-start snippets. */
export interface QuickStart {
  readonly baseUrl: string
  /** Missing if the organization's sandbox was deleted. */
  readonly sandboxRealmId: RealmId | undefined
  /** The client for the token; missing if the organization has none yet. */
  readonly clientId: string | undefined
}

/** An access token for the sandbox realm. Only this response has it. */
export interface SandboxToken {
  readonly realmId: RealmId
  readonly accessToken: string
  readonly expiresAt: Date
  readonly clientId: string
  /** Present if the client was registered by this call. */
  readonly clientSecret: string | undefined
}

/** The redirect URI of the snippets' web server. Members can replace it later. */
const loopbackRedirectUri = 'http://localhost:8000/callback'

/** Loads the values for an organization's quick-start page. */
export async function loadQuickStart(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  orgId: OwnedOrgId,
): Promise<QuickStart> {
  const [realms, client] = await Promise.all([
    listRealms(services, orgId, { limit: 1, kind: 'sandbox' }),
    findFirstClient(services.database, orgId),
  ])
  return {
    baseUrl: services.config.baseUrl,
    sandboxRealmId: realms[0]?.id,
    clientId: client?.id,
  }
}

/**
 * Connects one of the organization's clients to its sandbox realm, as the consent page does, and returns an access
 * token. Registers a client if the organization has none.
 *
 * @throws Problem `not_found` without a sandbox realm, `forbidden` if there is no client and the member may not
 *   register one, `quota_reached` if the sandbox has too many valid tokens
 */
export async function issueSandboxToken(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  caller: Caller,
  orgId: string,
): Promise<SandboxToken> {
  const { orgId: owned } = await requireRole(services, caller, { resource: 'org', id: orgId, role: 'member' })
  const { sandboxRealmId, clientId: existingClientId } = await loadQuickStart(services, owned)
  if (!sandboxRealmId)
    throw new Problem(
      'not_found',
      'This organization has no sandbox realm. An owner or admin can create one on the organization page.',
    )

  const registered = existingClientId ? undefined : await registerClient(services, caller, orgId)
  const clientId = existingClientId ?? registered?.client.id ?? ''
  const token = await withinQuota(services, 'sandboxTokens', owned, (database) =>
    connectSandbox({ ...services, database }, caller, { orgId: owned, clientId, realmId: sandboxRealmId }),
  )
  return { realmId: sandboxRealmId, ...token, clientId, clientSecret: registered?.clientSecret }
}

async function registerClient(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  caller: Caller,
  orgId: string,
) {
  const { orgId: owned } = await requireRole(services, caller, {
    resource: 'org',
    id: orgId,
    role: 'admin',
    attempt: 'quickStart.issueToken',
  })
  return createClient(services, caller, owned, { name: 'Quick start', redirectUris: [loopbackRedirectUri] })
}

/** Connects one of the organization's clients to its sandbox realm for the returned access token's lifetime. */
export async function connectSandbox(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  connection: { readonly orgId: OwnedOrgId; readonly clientId: string; readonly realmId: RealmId },
): Promise<Pick<SandboxToken, 'accessToken' | 'expiresAt'>> {
  const accessToken = mintSecret(accessTokenPrefix)
  const createdAt = clock()
  const expiresAt = secondsAfter(createdAt, lifetimes.accessTokenSeconds)
  const tokenHash = hashSecret(accessToken)
  const token = { scope: accountingScope, tokenHash, createdAt, expiresAt }
  if ((await insertConnection(database, { ...connection, ...token, caller })) === 'role-changed') throw roleChanged()
  return { accessToken, expiresAt }
}
