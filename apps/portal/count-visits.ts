import type { IncomingMessage } from 'node:http'
import { readSessionCookie } from '@bridge/identity/sessions/session-cookie'
import { createAddressLimiter } from '@bridge/platform/address-limit'
import type { RateDecision } from '@bridge/platform/rate-decision'

interface VisitCountOptions {
  /** The service's public address. */
  readonly baseUrl: string
  /** Permits of a signed-in user, and of an address for everybody else, in a minute. */
  readonly limit: number
  readonly clock: () => Date
  readonly findAddress: (request: IncomingMessage) => string
  /** Returns whom the request's session cookie signs in. */
  readonly findUserId: (request: IncomingMessage) => Promise<string | undefined>
}

/** The decision on a page or document, and whom it counts for. */
export interface Visit extends RateDecision {
  readonly isSignedIn: boolean
}

/** Counts a page or document. */
export type CountVisit = (request: IncomingMessage, permits: number) => Promise<Visit>

/**
 * Counts signed-in users one by one, so an office never refuses its own people, and everybody else per
 * address. An address may show as many unknown session cookies a minute, each of which costs a query.
 */
export function createVisitCount({ baseUrl, limit, clock, findAddress, findUserId }: VisitCountOptions): CountVisit {
  const users = createAddressLimiter({ limit, clock })
  const addresses = createAddressLimiter({ limit, clock })
  const unknownCookies = createAddressLimiter({ limit, clock })

  const findKnownUser = async (request: IncomingMessage, address: string): Promise<string | undefined> => {
    if (!readSessionCookie(request.headers.cookie, baseUrl) || !unknownCookies.consume(address, 1).allowed)
      return undefined
    // Without the database no user is known, and the page says why.
    const userId = await findUserId(request).catch(() => undefined)
    if (userId !== undefined) unknownCookies.giveBack(address, 1)
    return userId
  }

  return async (request, permits) => {
    const address = findAddress(request)
    const userId = await findKnownUser(request, address)
    if (userId === undefined) return { ...addresses.consume(address, permits), isSignedIn: false }
    return { ...users.consume(userId, permits), isSignedIn: true }
  }
}
