import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Context } from 'hono'
import { findConsent } from './access-token.store.ts'
import { parseScope } from './scope.ts'

const bearerPattern = /^bearer +(\S{1,512})$/i

/**
 * Handles requests for information about the user who consented to an access token's connection, with QBO's names. The
 * consent must have `openid`; `email` and `profile` add what they name.
 *
 * @throws OAuthError `invalid_token`
 */
export async function handleUserInfoRequest(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  context: Context,
): Promise<Response> {
  const [, token] = bearerPattern.exec(context.req.header('authorization') ?? '') ?? []
  const consent = token === undefined ? undefined : await findConsent(database, hashSecret(token), clock())
  const granted = parseScope(consent?.scope ?? '')
  const user = consent?.consenter
  if (!user || !granted.includes('openid')) throw new OAuthError('invalid_token')
  const { id: sub, email, emailVerified, name } = user
  const claims = {
    sub,
    ...(granted.includes('email') && { email, emailVerified: emailVerified !== null }),
    ...(granted.includes('profile') && name !== null && splitName(name)),
  }
  return context.json(claims, 200, { 'Cache-Control': 'no-store' })
}

/** QBO has two names and this service one. Its last word is the family name. */
function splitName(name: string) {
  const words = name.trim().split(/\s+/)
  const familyName = words.length > 1 ? words.pop() : undefined
  return { name, givenName: words.join(' '), ...(familyName !== undefined && { familyName }) }
}
