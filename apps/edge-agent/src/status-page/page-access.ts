import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Who may use the status page: browsers that opened this agent's address, which works once. */
export interface PageAccess {
  /** A path no other program knows, so a browser sends the cookie to no other server on this PC. */
  readonly path: string
  /** Returns the address's token. It works until it is redeemed. */
  token(): string
  /** Redeems the address's token for a cookie; `undefined` if it is wrong or was used. */
  redeem(token: string): string | undefined
  /** Whether a request has an issued cookie. */
  isSignedIn(headers: IncomingHttpHeaders): boolean
}

const cookieName = 'bridge-agent'
const maxSessions = 8

export function createPageAccess(): PageAccess {
  const path = `/${createSecret()}`
  let token = createSecret()
  let sessions: string[] = []
  return {
    path,
    token: () => token,
    redeem: (given) => {
      if (!isSame(given, token)) return undefined
      token = createSecret()
      const session = createSecret()
      sessions = [...sessions, session].slice(-maxSessions)
      return `${cookieName}=${session}; Path=${path}; HttpOnly; SameSite=Strict`
    },
    isSignedIn: ({ cookie = '' }) => {
      const values = cookie.split(/; */).filter((each) => each.startsWith(`${cookieName}=`))
      return values.some((each) => sessions.some((session) => isSame(each.slice(cookieName.length + 1), session)))
    },
  }
}

/**
 * Whether a request comes from a page of this server, or from the person at the PC. A page whose name resolves to this
 * PC has another `Host`, and a page elsewhere sending a form has another `Origin`.
 */
export function isOwnRequest(method: string | undefined, headers: IncomingHttpHeaders, host: string): boolean {
  const { 'sec-fetch-site': site = 'none', origin } = headers
  if (headers.host !== host || (site !== 'none' && site !== 'same-origin')) return false
  return method === 'GET' ? origin === undefined || origin === `http://${host}` : origin === `http://${host}`
}

function createSecret(): string {
  return randomBytes(24).toString('base64url')
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
