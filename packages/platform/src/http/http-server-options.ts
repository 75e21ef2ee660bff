import type { IncomingMessage, ServerOptions } from 'node:http'
import { maxHeadBytes } from './max-head-bytes.ts'

/**
 * Options for every `node:http` server in front of a BridgeServer. A query may be part of the address, and one too long
 * must reach its documented fault. For everything else, {@link hasLargeHead} decides.
 */
export const httpServerOptions: ServerOptions = {
  maxHeaderSize: 256 * 1024,
  requestTimeout: 300_000,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
}

/**
 * Returns whether a request has more than {@link maxHeadBytes}. Data plane addresses, which have queries, do not count.
 */
export function hasLargeHead({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean {
  const address = url.startsWith('/v3/') ? 0 : url.length
  return rawHeaders.reduce((bytes, each) => bytes + each.length, address) > maxHeadBytes
}
