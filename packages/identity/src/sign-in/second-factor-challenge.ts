import { randomBytes } from 'node:crypto'
import { hashSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import { isSameOrigin } from '@bridge/platform/same-origin'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { recordRepeatedUserAudit, recordUserAudit } from '../access/audit.store.ts'
import type { Caller } from '../access/caller.ts'
import { proveSession } from '../second-factor/second-factor.store.ts'
import { requireCode, type SecondFactorServices } from '../second-factor/second-factor.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import { sessionCookieName } from '../sessions/session-cookie.ts'
import { secondFactorPage } from './auth-address.ts'
import { toOwnPath } from './own-path.ts'

export type ChallengeServices = SecondFactorServices &
  Pick<IdentityServices, 'sessions' | 'signInLimiter' | 'clientAddress'>

/** Leads a sign-in lacking the second factor to the page asking for it. Returns other responses as they are. */
export async function leadToChallenge(
  { config, sessions }: Pick<IdentityServices, 'config' | 'sessions'>,
  response: Response,
): Promise<Response> {
  const name = sessionCookieName(config.baseUrl)
  const cookie = response.headers.getSetCookie().find((text) => parse(text.split(';', 1)[0] ?? '', name)[name])
  if (cookie === undefined) return response
  const headers = new Headers({ cookie: cookie.split(';', 1)[0] ?? '' })
  if (!(await sessions.challengedUser(headers))) return response
  const path = toOwnPath(response.headers.get('location'), config.baseUrl)
  response.headers.set('location', config.baseUrl + toChallengePath(path))
  return response
}

function toChallengePath(callbackPath: string, error?: string): string {
  return `${secondFactorPage}?${new URLSearchParams({ callbackUrl: callbackPath, ...(error && { error }) })}`
}

/**
 * Handles that page's form. The right code makes the session valid, under a new token; a wrong one leads back to the
 * page.
 */
export async function submitChallenge(services: ChallengeServices, context: Context): Promise<Response> {
  const { config, sessions, signInLimiter, clientAddress } = services
  if (!isSameOrigin(context.req.raw.headers, config.baseUrl))
    return problemResponse(new Problem('forbidden', 'Enter the code on the page that asks for it.'))
  const form = new URLSearchParams(await context.req.text())
  const path = toOwnPath(form.get('callbackUrl'), config.baseUrl)
  const leadBack = (error: string) => context.redirect(config.baseUrl + toChallengePath(path, error), 303)
  context.header('Cache-Control', 'no-store')

  const address = clientAddress(context)
  const { allowed } = await signInLimiter.consume(`second-factor:${toNetwork(address)}`)
  if (!allowed) return leadBack('rate_limited')
  const user = await sessions.challengedUser(context.req.raw.headers)
  // The next page asks for a sign-in if there is no session at all.
  if (!user) return context.redirect(config.baseUrl + path, 303)
  const caller = { kind: 'session', userId: user.id, sessionId: user.sessionId, address } as const
  try {
    await requireCode(services, caller, form.get('code') ?? '')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await recordDenial(services, caller, error)
    return leadBack(error.code)
  }
  await renewSession(services, context, caller)
  return context.redirect(config.baseUrl + path, 303)
}

/** Records a rejected code. The code limit bounds wrong ones, but not those above it. */
function recordDenial({ database, clock }: ChallengeServices, caller: Caller, { code: reason }: Problem) {
  const denied = { action: 'session.deny', resource: 'account', resourceId: caller.userId } as const
  const record = reason === 'rate_limited' ? recordRepeatedUserAudit : recordUserAudit
  return record(database, { ...denied, caller, at: clock(), details: { secondFactor: true, reason } })
}

/** Replaces the session's token: a leaked earlier one becomes useless. */
async function renewSession(
  { database, clock, config }: ChallengeServices,
  context: Context,
  caller: Caller & { readonly sessionId: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const proven = await proveSession(database, caller, hashSecret(token), clock())
  if (!proven) return
  setCookie(context, sessionCookieName(config.baseUrl), token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: config.baseUrl.startsWith('https://'),
    expires: proven.expires,
  })
}
