import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Whether the client's address is the last one in `X-Forwarded-For`: always, never, or if a private address says so.
 */
export type TrustedProxy = boolean | 'private'

const privateRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Creates the function returning the client's address. A trusted proxy writes the last entry in `X-Forwarded-For`; the
 * client can forge earlier entries. A request without a socket is from `local`.
 */
export function createPeerAddress(trustedProxy: TrustedProxy) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const peer = socket.remoteAddress || 'local'
    const isTrusted = trustedProxy === 'private' ? isPrivate(peer) : trustedProxy
    return (isTrusted && getForwarded(headers['x-forwarded-for']?.toString())) || peer
  }
}

/** Returns the last address in an `X-Forwarded-For` header. */
export function getForwarded(header: string | undefined): string | undefined {
  return header?.split(',').at(-1)?.trim()
}

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && privateRanges.has(ipaddr.process(address).range())
}
