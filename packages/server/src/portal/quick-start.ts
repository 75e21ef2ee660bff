import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Dependencies } from '../dependencies.ts'
import { defaultScope } from '../oauth/authorize-request.ts'
import { accessTokenPrefix } from '../oauth/connection.ts'
import { lifetimes, secondsAfter } from '../oauth/lifetimes.ts'
import type { Caller } from '../provisioning/caller.ts'
import { findFirstClient } from '../provisioning/client.store.ts'
import { createClient } from '../provisioning/client.ts'
import { type OwnedOrgId, own } from '../provisioning/membership.ts'
import { listRealms } from '../provisioning/realm.ts'
import { insertConnection } from './quick-start.store.ts'

/** What the quick-start page prints. */
export interface QuickStart {
  readonly baseUrl: string
  /** Nothing where the organization's sandbox was deleted. */
  readonly sandboxRealmId: string | undefined
  /** The client whose connection the token will belong to; nothing where the organization has none yet. */
  readonly clientId: string | undefined
}

/** An access token for the sandbox realm. It is in this answer alone. */
export interface SandboxToken {
  readonly realmId: string
  readonly accessToken: string
  readonly expiresAt: Date
  readonly clientId: string
  /** Present when the client was registered on this occasion. */
  readonly clientSecret: string | undefined
}

/** Where the snippets' own web server listens; the member can replace it later. */
const loopbackRedirectUri = 'http://localhost:8000/callback'

export async function quickStart(dependencies: Dependencies, orgId: OwnedOrgId): Promise<QuickStart> {
  const [realms, client] = await Promise.all([
    listRealms(dependencies, orgId),
    findFirstClient(dependencies.database, orgId),
  ])
  return {
    baseUrl: dependencies.config.baseUrl,
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
  dependencies: Dependencies,
  caller: Caller,
  orgId: string,
): Promise<SandboxToken> {
  const { orgId: owned } = await own(dependencies, caller, 'org', orgId, 'member')
  const { sandboxRealmId, clientId: knownClientId } = await quickStart(dependencies, owned)
  if (!sandboxRealmId)
    throw new Problem(
      'not_found',
      'This organization has no sandbox realm. An owner or admin can create it on the organization page.',
    )

  const registered = knownClientId ? undefined : await registerClient(dependencies, caller, orgId)
  const clientId = knownClientId ?? registered?.client.id ?? ''
  const accessToken = mintSecret(accessTokenPrefix)
  const createdAt = dependencies.clock()
  const expiresAt = secondsAfter(createdAt, lifetimes.accessTokenSeconds)
  await insertConnection(dependencies.database, {
    orgId: owned,
    caller,
    clientId,
    realmId: sandboxRealmId,
    scope: defaultScope,
    tokenHash: hashSecret(accessToken),
    createdAt,
    expiresAt,
  })
  return { realmId: sandboxRealmId, accessToken, expiresAt, clientId, clientSecret: registered?.clientSecret }
}

const registerClient = async (dependencies: Dependencies, caller: Caller, orgId: string) => {
  const { orgId: owned } = await own(dependencies, caller, 'org', orgId, 'admin')
  return createClient(dependencies, caller, owned, { name: 'Quick start', redirectUris: [loopbackRedirectUri] })
}
