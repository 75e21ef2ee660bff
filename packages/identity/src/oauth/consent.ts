import { randomUUID } from 'node:crypto'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Dependencies } from '@bridge/platform/dependencies'
import { insertAuthorizationCode } from './authorization-code.store.ts'
import type { AuthorizeRequest, CheckedAuthorizeRequest } from './authorize-request.ts'
import { consumeConsentRequest, insertConsentRequest } from './consent.store.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

/**
 * Stores a request for the user's decision. Returns a token for the form, usable once within 10 minutes, in this
 * browser and for this user.
 */
export async function createConsentRequest(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: AuthorizeRequest,
  { browserHash, userId }: { readonly browserHash: string; readonly userId: string | undefined },
): Promise<string> {
  const token = mintSecret('svcf_')
  const now = clock()
  await insertConsentRequest(database, {
    ...toColumns(request),
    ...toClientColumns(request),
    browserHash,
    userId: userId ?? null,
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.consentRequestSeconds),
  })
  return token
}

/** A client with a metadata document has no row before the consent. */
function toClientColumns({ clientId, document }: AuthorizeRequest) {
  return document ? { clientId: null, metadataUrl: document.url } : { clientId, metadataUrl: null }
}

function toColumns({ realmId, audience, redirectUri, scope, state, codeChallenge }: AuthorizeRequest) {
  return {
    realmId,
    audience,
    redirectUri,
    scope,
    state: state ?? null,
    codeChallenge: codeChallenge ?? null,
  }
}

/** The submitting browser and user. */
export interface Submitter {
  /** The browser cookie's hash. */
  readonly browserHash: string | undefined
  /** Accepts a form without the cookie. */
  readonly mayLackCookie: boolean
  readonly userId: string | undefined
}

/**
 * Redeems the form's token. Returns the stored request once, if client, realm, audience, redirect URI, browser and user
 * are unchanged. The other values come from the stored request, because a form may change line breaks in `state`.
 */
export async function redeemConsentRequest<Request extends AuthorizeRequest>(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string | undefined,
  request: Request,
  { browserHash, mayLackCookie, userId }: Submitter,
): Promise<Request | undefined> {
  if (token === undefined || (browserHash === undefined && !mayLackCookie)) return undefined
  const { realmId, audience, redirectUri } = request
  const columns = {
    ...toClientColumns(request),
    realmId,
    audience,
    redirectUri,
    userId: userId ?? null,
    ...(browserHash && { browserHash }),
  }
  const stored = await consumeConsentRequest(database, hashSecret(token), columns, clock())
  if (!stored) return undefined
  const { scope, state, codeChallenge } = stored
  return { ...request, scope, state: state ?? undefined, codeChallenge: codeChallenge ?? undefined }
}

/** The signed-in user who consents. */
export interface Consenter {
  readonly userId: string
  readonly sessionId: string
  readonly address: string
}

/** Issues an authorization code for an approved request. A signed-in user's approval is audited. */
export async function issueAuthorizationCode(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: CheckedAuthorizeRequest,
  consenter: Consenter | undefined,
): Promise<string> {
  const code = mintSecret('svcd_')
  const now = clock()
  const { state: _, ...columns } = toColumns(request)
  const row = {
    ...columns,
    userId: consenter?.userId ?? null,
    codeHash: hashSecret(code),
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.authorizationCodeSeconds),
  }
  const audited = consenter && { caller: { ...consenter, kind: 'session' as const }, orgId: request.orgId }
  const { document, orgId, clientId } = request
  const client = document ? { id: `svcc_${randomUUID().replaceAll('-', '')}`, orgId, document, at: now } : clientId
  await insertAuthorizationCode(database, row, client, audited)
  return code
}
