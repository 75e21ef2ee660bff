import type { ServerOptions } from 'node:http'

/**
 * The options of every `node:http` server in front of a BridgeServer. Headers may be larger than Node's default of
 * 16 KiB, because a query is part of the request line and one that is too long must reach its documented fault.
 */
export const httpServerOptions: ServerOptions = {
  maxHeaderSize: 256 * 1024,
  requestTimeout: 300_000,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
}
