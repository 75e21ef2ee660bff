import type { BridgeServer } from '@bridge/server'
import { bridgeKey } from './bridge-key.ts'

/** Returns the process's server, which server.ts sets before the first page renders. */
export function bridge(): BridgeServer {
  const server = (globalThis as { [bridgeKey]?: BridgeServer })[bridgeKey]
  if (!server)
    throw new Error('The pages need the server that server.ts starts. `next start` and `next dev` do not work.')
  return server
}
