import type { ServerOptions } from 'node:http'

/**
 * What every `node:http` server in front of a BridgeServer is created with. A query of the query language travels in
 * the request line and has to reach its documented fault, so headers may be larger than Node's default of 16 KiB.
 */
export const httpServerOptions: ServerOptions = {
  maxHeaderSize: 256 * 1024,
  requestTimeout: 300_000,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
}
