import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import { isSameOrigin } from '@bridge/platform/same-origin'
import { listSessionSecrets } from '@bridge/platform/server-config'
import type { Context } from 'hono'
import { parse } from 'hono/utils/cookie'
import type { AuthOptions } from 'next-auth'
import { emailAddressSchema } from '../access/email-address.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import { parseCookies, sessionCookieName } from '../sessions/session-cookie.ts'
import { authPath, signInLinkPage, signInPages } from './auth-address.ts'
import { findKnownBrowser, markKnownBrowser } from './known-browser.ts'
import { type AuthCallbacks, createAuthHandler } from './next-auth.ts'
import { type Denial, findDenial, openIdConnectId } from './openid-connect.ts'
import { type ChallengeServices, leadToChallenge } from './second-factor-challenge.ts'
import type { SignInAudit } from './sign-in-audit.ts'
import { sendsSignInLinks } from './sign-in-links.ts'
import { maySignIn, type SignUpServices } from './sign-up-policy.ts'

/** The requests reaching next-auth. */
const served = new Set([
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

/** The decision on an invalid address, which gets no email. */
const unlimited = { allowed: true, resetSeconds: 0 }

export type AuthServices = ChallengeServices &
  Pick<IdentityServices, 'mailer' | 'signInMailLimiter'> &
  Pick<SignUpServices, 'isExpected'> & { readonly audit: SignInAudit }

export type AuthProviders = Omit<AuthOptions, 'secret' | 'callbacks'>

interface AuthRequest {
  readonly context: Context
  readonly action: string
  readonly provider: string | undefined
  /** Whether it is about the link in an email. */
  readonly isLink: boolean
  readonly form: Readonly<Record<string, string>>
  readonly cookies: Record<string, string>
}

/** Who signed in, or why the provider's account may not. */
interface SignedIn {
  email?: string | null | undefined
  denial?: Denial | undefined
}

/** Serves next-auth's actions, with the limits, checks and records it lacks. */
export class AuthActions {
  readonly #services: AuthServices
  readonly #handle: ReturnType<typeof createAuthHandler>
  readonly #providerIds: ReadonlySet<string>
  readonly #cookieName: string

  constructor(services: AuthServices, options: AuthProviders) {
    const { config } = services
    this.#services = services
    this.#handle = createAuthHandler(options, config.baseUrl + authPath, listSessionSecrets(config))
    this.#providerIds = new Set(options.providers.map(({ id }) => id))
    this.#cookieName = sessionCookieName(config.baseUrl)
  }

  async serve(context: Context, action: string, provider: string | undefined): Promise<Response> {
    const isProvider = provider === undefined || this.#providerIds.has(provider)
    if (!isProvider || !served.has(`${context.req.method} ${action}`)) return notFound()
    const tooMany = await this.#limitAttempts(context, action)
    if (tooMany !== undefined) return tooMany
    const request: AuthRequest = {
      context,
      action,
      provider,
      isLink: action === 'callback' && provider === emailId,
      form: await readForm(context),
      cookies: parseCookies(context.req.header('cookie'), this.#services.config.baseUrl),
    }
    return (await this.#limitMails(request)) ?? this.#checkCallback(request) ?? this.#forward(request)
  }

  async #limitAttempts(context: Context, action: string): Promise<Response | undefined> {
    const { signInLimiter, clientAddress } = this.#services
    if (!counted.has(`${context.req.method} ${action}`)) return undefined
    const { allowed, resetSeconds } = await signInLimiter.consume(`${action}:${toNetwork(clientAddress(context))}`)
    if (allowed) return undefined
    const message = 'Too many sign-ins from this address. Wait a minute, then try again.'
    return problemResponse(new Problem('rate_limited', message, {}, resetSeconds))
  }

  async #limitMails({ action, provider, form, cookies }: AuthRequest): Promise<Response | undefined> {
    if (action !== 'signin' || provider !== emailId) return undefined
    if (!sendsSignInLinks(this.#services.config, this.#services.mailer))
      return problemResponse(new Problem('not_found', 'This service sends no sign-in links.'))
    const { success, data: recipient } = emailAddressSchema.safeParse(form.email)
    // Before next-auth replaces the recipient's earlier link.
    const { allowed, resetSeconds } = success ? await this.#countMail(recipient, cookies) : unlimited
    if (allowed) return undefined
    const message =
      'Many sign-in emails were sent to this email address. Use the newest one, or wait up to an hour for another.'
    return problemResponse(new Problem('rate_limited', message, {}, resetSeconds))
  }

  /**
   * Counts an email: a browser with an earlier sign-in for the address has a separate count, which strangers cannot use
   * up.
   */
  #countMail(recipient: string, cookies: Readonly<Record<string, string>>) {
    const { config, signInMailLimiter } = this.#services
    const browser = findKnownBrowser(config, cookies, recipient)
    return signInMailLimiter.consume(browser === undefined ? recipient : `${recipient} ${browser}`)
  }

  /** Lets a link sign in by the button on its page only, and a provider by its redirect only. */
  #checkCallback({ context, action, isLink }: AuthRequest): Response | undefined {
    const { method, url, raw } = context.req
    if (isLink && method !== 'POST') return context.redirect(`${signInLinkPage}${new URL(url).search}`)
    if (action === 'callback' && !isLink && method !== 'GET') return notFound()
    if (isLink && !isSameOrigin(raw.headers, this.#services.config.baseUrl))
      return problemResponse(new Problem('forbidden', 'Open the link in your email, then press its button.'))
    return undefined
  }

  async #forward(request: AuthRequest): Promise<Response> {
    const { audit, clientAddress, config } = this.#services
    const { context, action, provider, form, cookies } = request
    // With a session cookie, next-auth would link the provider's account to the user who was signed in before.
    if (action === 'callback' && provider === openIdConnectId) delete cookies[this.#cookieName]
    const signedIn: SignedIn = {}
    const audited = { cookies, address: clientAddress(context) }
    if (action === 'signout') return audit.recordSignOut(audited, () => this.#call(request, signedIn))
    const response = await this.#call(request, signedIn)
    if (action !== 'callback') return response
    const { email, denial } = signedIn
    if (provider !== undefined)
      await audit.recordCallback({ ...audited, provider, email: form.email, denial }, response)
    if (email && this.#startsSession(response)) response.headers.append('Set-Cookie', markKnownBrowser(config, email))
    return leadToChallenge(this.#services, response)
  }

  /** Calls next-auth, and notes who signs in. */
  #call({ context, action, provider, isLink, form, cookies }: AuthRequest, signedIn: SignedIn): Promise<Response> {
    const signIn: AuthCallbacks['signIn'] = async ({ user, account, profile = {} }) => {
      signedIn.email = user.email
      signedIn.denial = account?.provider === openIdConnectId ? findDenial(profile) : undefined
      if (action === 'callback') signedIn.denial ??= await this.#findClosedSignUp(user.email)
      return signedIn.denial === undefined || `${signInPages.error}?error=${signedIn.denial.reason}`
    }
    return this.#handle(
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
  }

  /** Requests for a link are never refused: the response would tell strangers who has an account. */
  async #findClosedSignUp(email: string | null | undefined): Promise<Denial | undefined> {
    const { success, data } = emailAddressSchema.safeParse(email)
    if (success && (await maySignIn(this.#services, data))) return undefined
    return { reason: 'SignUpClosed', email }
  }

  #startsSession(response: Response): boolean {
    const name = this.#cookieName
    return response.headers.getSetCookie().some((text) => parse(text.split(';', 1)[0] ?? '', name)[name])
  }
}

function notFound(): Response {
  return problemResponse(new Problem('not_found', 'There is nothing here.'))
}

async function readForm(context: Context): Promise<Record<string, string>> {
  if (context.req.method !== 'POST') return {}
  return Object.fromEntries(new URLSearchParams(await context.req.text()))
}
