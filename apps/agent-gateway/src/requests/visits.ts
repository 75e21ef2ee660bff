import type { IncomingMessage } from 'node:http'
import { type AddressLimiter, createAddressLimiter } from '@bridge/platform/address-limit'
import { createPeerAddress } from '@bridge/platform/peer-address'

interface VisitsOptions {
  /** Requests from an address in a minute. */
  readonly maxPerMinute: number
  /** Whether `X-Forwarded-For` names the client; by default, only a private address may say so. */
  readonly trustProxy: boolean | undefined
  /** Whether an `Authorization` header belongs to a server or another gateway. */
  readonly isServer: (authorization: string | undefined) => boolean
  readonly clock: () => Date
}

/** A request as the limit of its address sees it. */
export interface Visit {
  /** The client's address; undefined for servers and other gateways, which have no limit. */
  readonly address: string | undefined
  readonly isAllowed: boolean
  /** When the next request is allowed. */
  readonly retryAfterSeconds: number
  /** Counts the request no more, because it belongs to a company file. */
  uncount(): void
}

/** Counts a request and returns what its count means for it. */
export type CountVisit = (request: IncomingMessage) => Visit

const unlimited: Visit = { address: undefined, isAllowed: true, retryAfterSeconds: 0, uncount: () => undefined }

/** Creates the request count per address and minute. */
export function createVisits({ maxPerMinute, trustProxy, isServer, clock }: VisitsOptions): CountVisit {
  const limiter: AddressLimiter = createAddressLimiter({ limit: maxPerMinute, clock })
  const findAddress = createPeerAddress(trustProxy ?? 'private')
  return (request) => {
    if (isServer(request.headers.authorization)) return unlimited
    const address = findAddress(request)
    const { allowed, resetSeconds } = limiter.consume(address, 1)
    return {
      address,
      isAllowed: allowed,
      retryAfterSeconds: resetSeconds,
      uncount: () => {
        if (allowed) limiter.giveBack(address, 1)
      },
    }
  }
}
