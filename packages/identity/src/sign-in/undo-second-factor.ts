import { hashSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import { isSameOrigin } from '@bridge/platform/same-origin'
import type { Context } from 'hono'
import { undoPage } from '../mail/security-notices.ts'
import { findUndoable, undoSecondFactor } from '../second-factor/second-factor.store.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import type { ChallengeServices } from './second-factor-challenge.ts'

const tokenPattern = /^[\w-]{43}$/

/** Returns the email address of the user whose new second factor a valid token undoes. */
export async function loadUndo(
  { database, clock }: Pick<IdentityServices, 'database' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  return tokenPattern.test(token) ? findUndoable(database, hashSecret(token), clock()) : undefined
}

/** Handles the page's button: removes the new second factor, and ends its user's sessions. */
export async function submitUndo(services: ChallengeServices, context: Context): Promise<Response> {
  const { database, clock, config, signInLimiter, securityNotices, clientAddress } = services
  if (!isSameOrigin(context.req.raw.headers, config.baseUrl))
    return problemResponse(new Problem('forbidden', 'Open the link in your email, then press its button.'))
  const address = clientAddress(context)
  const { allowed, resetSeconds } = await signInLimiter.consume(`undo:${toNetwork(address)}`)
  if (!allowed) return problemResponse(new Problem('rate_limited', 'Wait a minute, then try again.', {}, resetSeconds))
  const token = new URLSearchParams(await context.req.text()).get('token') ?? ''
  const user = tokenPattern.test(token)
    ? await undoSecondFactor(database, hashSecret(token), { at: clock(), address })
    : undefined
  if (user) securityNotices.announce(user.email, { change: 'undone', address, recoveryCodes: 0 })
  context.header('Cache-Control', 'no-store')
  return context.redirect(`${config.baseUrl}${undoPage}?done=${user ? 'yes' : 'no'}`, 303)
}
