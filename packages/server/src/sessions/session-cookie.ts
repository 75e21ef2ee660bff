import { parse } from 'hono/utils/cookie'

const name = 'next-auth.session-token'

/**
 * Returns the name of the session cookie. Browsers accept the prefix `__Host-` only over https, and from no sibling of
 * the service's host, which could sign a user in to another account.
 */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? `__Host-${name}` : name
}

/** The name of session cookies over https before they had the prefix `__Host-`. */
const formerName = `__Secure-${name}`

/** The value of a session cookie, and whether it had the former name. */
export interface SessionCookie {
  readonly token: string
  readonly isFormer: boolean
}

/** Reads the session cookie of a `Cookie` header, if there is one. */
export function readSessionCookie(header: string | null | undefined, baseUrl: string): SessionCookie | undefined {
  const cookies = parse(header ?? '')
  const token = cookies[sessionCookieName(baseUrl)]
  if (token) return { token, isFormer: false }
  const former = baseUrl.startsWith('https://') ? cookies[formerName] : undefined
  return former ? { token: former, isFormer: true } : undefined
}

/** Parses a `Cookie` header. The session cookie has its present name. */
export function parseCookies(header: string | undefined, baseUrl: string): Record<string, string> {
  const session = readSessionCookie(header, baseUrl)
  return { ...parse(header ?? ''), ...(session && { [sessionCookieName(baseUrl)]: session.token }) }
}
