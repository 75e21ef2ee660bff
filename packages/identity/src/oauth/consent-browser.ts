import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { isSameOrigin } from '@bridge/platform/same-origin'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { lifetimes } from './lifetimes.ts'

const prefix = 'svcb_'
const valuePattern = /^svcb_[0-9A-Za-z]{36}$/

/** Returns the name of the cookie binding consent forms. Browsers accept the prefix `__Host-` only over https. */
export function consentCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? '__Host-bridge-consent' : 'bridge-consent'
}

/**
 * Marks the browser receiving a consent form with a cookie, shared by several open forms. Returns its hash, stored with
 * the form.
 */
export function markBrowser(context: Context, baseUrl: string): string {
  const name = consentCookieName(baseUrl)
  const sent = getCookie(context, name) ?? ''
  const value = valuePattern.test(sent) ? sent : mintSecret(prefix)
  setCookie(context, name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https://'),
    maxAge: lifetimes.consentRequestSeconds,
  })
  return hashSecret(value)
}

/** Returns the hash of a submitted form's cookie, or undefined without one. */
export function findBrowser(context: Context, baseUrl: string): string | undefined {
  const value = getCookie(context, consentCookieName(baseUrl))
  return value === undefined ? undefined : hashSecret(value)
}

/** Returns whether a browser sent the form: browsers say where a form comes from, programs do not. */
export function isFromBrowser({ headers }: Request): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site')
}

/** Returns whether another site's page sent the form. */
export function isFromAnotherSite(request: Request, baseUrl: string): boolean {
  return isFromBrowser(request) && !isSameOrigin(request.headers, baseUrl)
}
