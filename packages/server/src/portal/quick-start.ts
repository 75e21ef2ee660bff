import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { defaultScope } from '../oauth/authorize-request.ts'
import { accessTokenPrefix } from '../oauth/connection.ts'
import { lifetimes, secondsAfter } from '../oauth/lifetimes.ts'
import type { Caller } from '../provisioning/caller.ts'
import { findFirstClient } from '../provisioning/client.store.ts'
import { createClient } from '../provisioning/client.ts'
import { requireRole } from '../provisioning/membership.ts'
import type { OwnedOrgId } from '../provisioning/owned.ts'
import { listRealms } from '../provisioning/realm.ts'
import type { Services } from '../services.ts'
import { insertConnection } from './quick-start.store.ts'

/** The ids that the quick-start page puts into its snippets. */
export interface QuickStart {
  readonly baseUrl: string
  /** Nothing where the organization's sandbox was deleted. */
  readonly sandboxRealmId: RealmId | undefined
  /** The client whose connection the token will belong to; nothing where the organization has none yet. */
  readonly clientId: string | undefined
}

/** An access token for the sandbox realm. It is in this answer alone. */
export interface SandboxToken {
  readonly realmId: RealmId
  readonly accessToken: string
  readonly expiresAt: Date
  readonly clientId: string
  /** Present when the client was registered on this occasion. */
  readonly clientSecret: string | undefined
}

/** Where the snippets' own web server listens; the member can replace it later. */
const loopbackRedirectUri = 'http://localhost:8000/callback'

/** What the quick-start page of an organization prints. */
export async function loadQuickStart(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  orgId: OwnedOrgId,
): Promise<QuickStart> {
  const [realms, client] = await Promise.all([listRealms(services, orgId), findFirstClient(services.database, orgId)])
  return {
    baseUrl: services.config.baseUrl,
    sandboxRealmId: realms.find(({ kind }) => kind === 'sandbox')?.id,
    clientId: client?.id,
  }
}

/**
 * Connects a client of the organization with its sandbox realm, as the consent page would, and
 * hands out the access token. An organization without a client gets one.
 *
 * @throws Problem `not_found` where there is no sandbox realm, `forbidden` where a client is wanting and the member may not register one.
 */
export async function issueSandboxToken(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  caller: Caller,
  orgId: string,
): Promise<SandboxToken> {
  const { orgId: owned } = await requireRole(services, caller, 'org', orgId, 'member')
  const { sandboxRealmId, clientId: knownClientId } = await loadQuickStart(services, owned)
  if (!sandboxRealmId)
    throw new Problem(
      'not_found',
      'This organization has no sandbox realm. An owner or admin can create it on the organization page.',
    )

  const registered = knownClientId ? undefined : await registerClient(services, caller, orgId)
  const clientId = knownClientId ?? registered?.client.id ?? ''
  const token = await connectSandbox(services, caller, { orgId: owned, clientId, realmId: sandboxRealmId })
  return { realmId: sandboxRealmId, ...token, clientId, clientSecret: registered?.clientSecret }
}

async function registerClient(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  caller: Caller,
  orgId: string,
) {
  const { orgId: owned } = await requireRole(services, caller, 'org', orgId, 'admin')
  return createClient(services, caller, owned, { name: 'Quick start', redirectUris: [loopbackRedirectUri] })
}

/** Connects a client of the organization with its sandbox realm for as long as one access token lives, and gives that. */
export async function connectSandbox(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  connection: { readonly orgId: OwnedOrgId; readonly clientId: string; readonly realmId: RealmId },
): Promise<Pick<SandboxToken, 'accessToken' | 'expiresAt'>> {
  const accessToken = mintSecret(accessTokenPrefix)
  const createdAt = clock()
  const expiresAt = secondsAfter(createdAt, lifetimes.accessTokenSeconds)
  const tokenHash = hashSecret(accessToken)
  await insertConnection(database, { ...connection, caller, scope: defaultScope, tokenHash, createdAt, expiresAt })
  return { accessToken, expiresAt }
}
