import { parse } from 'hono/utils/cookie'

const name = 'next-auth.session-token'

/**
 * Returns the session cookie's name. Browsers accept the prefix `__Host-` only over https, and from no sibling of the
 * service's host, which could sign a user in to another account.
 */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https://') ? `__Host-${name}` : name
}

/** The name over https before the prefix `__Host-`. */
const formerName = `__Secure-${name}`

/** A session cookie's value, and whether it had the former name. */
export interface SessionCookie {
  readonly token: string
  readonly isFormer: boolean
}

/** Reads the session cookie in a `Cookie` header, if there is one. */
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
