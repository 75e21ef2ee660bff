import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import { isSameOrigin } from '@bridge/platform/same-origin'
import { listSessionSecrets } from '@bridge/platform/server-config'
import { toProblem } from '@bridge/platform/to-problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parse } from 'hono/utils/cookie'
import type { AuthOptions } from 'next-auth'
import { emailAddressSchema } from '../access/email-address.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import { parseCookies, sessionCookieName } from '../sessions/session-cookie.ts'
import { authPath, signInLinkPage, signInPages } from './auth-address.ts'
import { findKnownBrowser, markKnownBrowser } from './known-browser.ts'
import { type AuthCallbacks, createAuthHandler } from './next-auth.ts'
import { type Denial, findDenial, openIdConnectId } from './openid-connect.ts'
import { type ChallengeServices, leadToChallenge, submitChallenge } from './second-factor-challenge.ts'
import type { SignInAudit } from './sign-in-audit.ts'
import { submitUndo } from './undo-second-factor.ts'

/** The requests reaching next-auth. */
const actions = new Set([
  'GET csrf',
  'GET signin',
  'POST signin',
  'GET callback',
  'POST callback',
  'GET verify-request',
  'GET error',
  'POST signout',
])

/** Requests counting toward the limit per address: sent emails and link attempts. */
const counted = new Set(['POST signin', 'GET callback', 'POST callback'])

/** The ID of next-auth's email link provider. */
const emailId = 'email'

const formBytesMax = 8 * 1024

/** The decision on an invalid address, which gets no email. */
const unlimited = { allowed: true, resetSeconds: 0 }

/** Creates next-auth as a sub-application to be mounted at {@link authPath}. */
export function createAuthRoutes(
  services: ChallengeServices &
    Pick<IdentityServices, 'mailer' | 'signInMailLimiter'> & { readonly audit: SignInAudit },
  authOptions: Omit<AuthOptions, 'secret' | 'callbacks'>,
): Hono {
  const { config, logger, mailer, signInLimiter, signInMailLimiter, clientAddress } = services
  const routes = new Hono()
  const handle = createAuthHandler(authOptions, config.baseUrl + authPath, listSessionSecrets(config))
  const providers = new Set(authOptions.providers.map(({ id }) => id))

  const cookieName = sessionCookieName(config.baseUrl)
  const startsSession = (response: Response): boolean =>
    response.headers.getSetCookie().some((text) => parse(text.split(';', 1)[0] ?? '', cookieName)[cookieName])

  /**
   * Counts an email: a browser with an earlier sign-in for the address has a separate count, which strangers cannot use
   * up.
   */
  const countMail = (recipient: string, cookies: Readonly<Record<string, string>>) => {
    const browser = findKnownBrowser(config, cookies, recipient)
    return signInMailLimiter.consume(browser === undefined ? recipient : `${recipient} ${browser}`)
  }

  routes.post(
    '*',
    bodyLimit({
      maxSize: formBytesMax,
      onError: () => problemResponse(new Problem('invalid_request', `The form is larger than ${formBytesMax} bytes.`)),
    }),
  )
  routes.post('/second-factor', (context) => submitChallenge(services, context))
  routes.post('/undo-second-factor', (context) => submitUndo(services, context))
  routes.all('/:action/:provider?', async (context) => {
    const action = context.req.param('action')
    const provider = context.req.param('provider')
    const isProvider = provider === undefined || providers.has(provider)
    if (!isProvider || !actions.has(`${context.req.method} ${action}`))
      return problemResponse(new Problem('not_found', 'There is nothing here.'))

    if (counted.has(`${context.req.method} ${action}`)) {
      const { allowed, resetSeconds } = await signInLimiter.consume(`${action}:${toNetwork(clientAddress(context))}`)
      if (!allowed) {
        const message = 'Too many sign-ins from this address. Wait a minute, then try again.'
        return problemResponse(new Problem('rate_limited', message, {}, resetSeconds))
      }
    }

    const form = await readForm(context)
    const cookies = parseCookies(context.req.header('cookie'), config.baseUrl)
    if (action === 'signin' && provider === emailId) {
      if (!mailer.delivers) return problemResponse(new Problem('not_found', 'This service sends no sign-in links.'))
      const { success, data: recipient } = emailAddressSchema.safeParse(form.email)
      // Before next-auth replaces the recipient's earlier link.
      const { allowed, resetSeconds } = success ? await countMail(recipient, cookies) : unlimited
      if (!allowed) {
        const message =
          'Many sign-in emails were sent to this email address. Use the newest one, or wait up to an hour for another.'
        return problemResponse(new Problem('rate_limited', message, {}, resetSeconds))
      }
    }

    const isLink = action === 'callback' && provider === emailId
    if (isLink && context.req.method !== 'POST') {
      const { search } = new URL(context.req.url)
      return context.redirect(`${signInLinkPage}${search}`)
    }
    if (action === 'callback' && !isLink && context.req.method !== 'GET')
      return problemResponse(new Problem('not_found', 'There is nothing here.'))
    if (isLink && !isSameOrigin(context.req.raw.headers, config.baseUrl))
      return problemResponse(new Problem('forbidden', 'Open the link in your email, then press its button.'))

    // With a session cookie, next-auth would link the provider's account to the user who was signed in before.
    if (action === 'callback' && provider === openIdConnectId) delete cookies[cookieName]
    let denial: Denial | undefined
    let email: string | null | undefined
    const signIn: AuthCallbacks['signIn'] = ({ user, account, profile = {} }) => {
      email = user.email
      denial = account?.provider === openIdConnectId ? findDenial(profile) : undefined
      return denial === undefined || `${signInPages.error}?error=${denial.reason}`
    }
    const call = () =>
      handle(
        {
          // next-auth signs in by a GET on the link, which the page's button submits as a form.
          method: isLink ? 'GET' : context.req.method,
          headers: context.req.header(),
          cookies,
          query: { ...(isLink ? form : context.req.query()), nextauth: [action, ...(provider ? [provider] : [])] },
          body: isLink ? {} : form,
        },
        { signIn },
      )
    const audited = { cookies, address: clientAddress(context) }
    if (action === 'signout') return services.audit.recordSignOut(audited, call)
    const response = await call()
    if (action === 'callback' && provider !== undefined)
      await services.audit.recordCallback({ ...audited, provider, email: form.email, denial }, response)
    if (action !== 'callback') return response
    if (email && startsSession(response)) response.headers.append('Set-Cookie', markKnownBrowser(config, email))
    return leadToChallenge(services, response)
  })
  routes.onError((error, context) => {
    logger.error({ traceId: context.get('traceId'), err: error }, 'Signing in or out failed unexpectedly.')
    const problem = toProblem(error)
    if (problem.code !== 'internal_error') return problemResponse(problem)
    return problemResponse(new Problem('internal_error', 'Something failed on our side. Try again in a minute.'))
  })
  return routes
}

async function readForm(context: Context): Promise<Record<string, string>> {
  if (context.req.method !== 'POST') return {}
  return Object.fromEntries(new URLSearchParams(await context.req.text()))
}
