import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Dependencies } from '../dependencies.ts'
import { insertAuthorizationCode } from './authorization-code.store.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { insertConsentRequest, takeConsentRequest } from './consent.store.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

type ConsentDependencies = Pick<Dependencies, 'database' | 'clock'>

/** Puts a request before the user; gives the token that the form has to bring back, once and within 10 minutes. */
export async function askConsent({ database, clock }: ConsentDependencies, request: AuthorizeRequest): Promise<string> {
  const token = mintSecret('svcf_')
  const now = clock()
  await insertConsentRequest(database, {
    ...columnsOf(request),
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.consentRequestSeconds),
  })
  return token
}

function columnsOf({ clientId, realmId, redirectUri, scope, state, codeChallenge }: AuthorizeRequest) {
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
 * Takes the form's token back: gives the request that it was made for, exactly once, where client, realm and redirect
 * URI are still the same. Everything else comes from what was stored, because a form may change a line break in `state`.
 */
export async function takeConsent<Request extends AuthorizeRequest>(
  { database, clock }: ConsentDependencies,
  token: string | undefined,
  request: Request,
): Promise<Request | undefined> {
  if (token === undefined) return undefined
  const { clientId, realmId, redirectUri } = request
  const stored = await takeConsentRequest(database, hashSecret(token), { clientId, realmId, redirectUri }, clock())
  if (!stored) return undefined
  const { scope, state, codeChallenge } = stored
  return { ...request, scope, state: state ?? undefined, codeChallenge: codeChallenge ?? undefined }
}

/** Issues the authorization code of a request that the user agreed to: single use, 10 minutes. */
export async function grantConsent(
  { database, clock }: ConsentDependencies,
  request: AuthorizeRequest,
): Promise<string> {
  const code = mintSecret('svcd_')
  const now = clock()
  const { state: _, ...columns } = columnsOf(request)
  await insertAuthorizationCode(database, {
    ...columns,
    codeHash: hashSecret(code),
    createdAt: now,
    expiresAt: secondsAfter(now, lifetimes.authorizationCodeSeconds),
  })
  return code
}
