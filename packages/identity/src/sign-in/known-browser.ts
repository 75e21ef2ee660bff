import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { secretsMatch } from '@bridge/database/secrets'
import { listSessionSecrets, type ServerConfig } from '@bridge/platform/server-config'
import { serialize } from 'hono/utils/cookie'
import { authPath } from './auth-address.ts'

type BrowserConfig = Pick<ServerConfig, 'baseUrl' | 'sessionSecret' | 'sessionSecretsAccepted'>

const knownSeconds = 180 * 86_400

/**
 * Returns the cookie name for a browser with an earlier sign-in. Browsers accept the prefix `__Secure-` only over
 * https.
 */
export function knownBrowserCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? '__Secure-bridge-browser' : 'bridge-browser'
}

/**
 * Returns the header marking a browser after a sign-in with an email address, for half a year. The cookie has a random
 * browser name and a signature over both: it is useful for this address only and does not reveal it.
 */
export function markKnownBrowser({ baseUrl, sessionSecret }: BrowserConfig, email: string): string {
  const name = randomBytes(16).toString('base64url')
  return serialize(knownBrowserCookieName(baseUrl), `${name}.${sign(name, email, sessionSecret)}`, {
    path: authPath,
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https://'),
    maxAge: knownSeconds,
  })
}

/** Returns the browser's name if it has signed in with this email address; undefined otherwise. */
export function findKnownBrowser(
  config: BrowserConfig,
  cookies: Readonly<Record<string, string>>,
  email: string,
): string | undefined {
  const [name = '', signature = ''] = (cookies[knownBrowserCookieName(config.baseUrl)] ?? '').split('.', 2)
  const isKnown = listSessionSecrets(config).some((secret) => secretsMatch(sign(name, email, secret), signature))
  return isKnown ? name : undefined
}

function sign(name: string, email: string, secret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'bridge known browser', 32))
  return createHmac('sha256', key).update(`${name} ${email}`, 'utf8').digest('base64url')
}
