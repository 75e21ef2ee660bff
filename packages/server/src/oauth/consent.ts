import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Dependencies } from '../runtime/dependencies.ts'
import { insertAuthorizationCode } from './authorization-code.store.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { consumeConsentRequest, insertConsentRequest } from './consent.store.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

/** Stores a request for the user's decision. Returns a token that the form can use once within 10 minutes. */
export async function createConsentRequest(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: AuthorizeRequest,
): Promise<string> {
  const token = mintSecret('svcf_')
  const now = clock()
  await insertConsentRequest(database, {
    ...toColumns(request),
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.consentRequestSeconds),
  })
  return token
}

function toColumns({ clientId, realmId, redirectUri, scope, state, codeChallenge }: AuthorizeRequest) {
  return {
    clientId,
    realmId,
    redirectUri,
    scope,
    state: state ?? null,
    codeChallenge: codeChallenge ?? null,
  }
}

/**
 * Redeems the form's token. Returns the stored request once, if client, realm and redirect URI are unchanged. The other
 * values come from the stored request, because a form may change line breaks in `state`.
 */
export async function redeemConsentRequest<Request extends AuthorizeRequest>(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string | undefined,
  request: Request,
): Promise<Request | undefined> {
  if (token === undefined) return undefined
  const { clientId, realmId, redirectUri } = request
  const stored = await consumeConsentRequest(database, hashSecret(token), { clientId, realmId, redirectUri }, clock())
  if (!stored) return undefined
  const { scope, state, codeChallenge } = stored
  return { ...request, scope, state: state ?? undefined, codeChallenge: codeChallenge ?? undefined }
}

/** Issues an authorization code for a request that the user approved. */
export async function issueAuthorizationCode(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: AuthorizeRequest,
): Promise<string> {
  const code = mintSecret('svcd_')
  const now = clock()
  const { state: _, ...columns } = toColumns(request)
  await insertAuthorizationCode(database, {
    ...columns,
    codeHash: hashSecret(code),
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.authorizationCodeSeconds),
  })
  return code
}
