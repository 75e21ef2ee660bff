import type { BridgeServer } from '@bridge/server'
import { bridgeKey } from './bridge-key.ts'

/** The one server of this process, put in place by server.ts before the first page renders. */
export function bridge(): BridgeServer {
  const server = (globalThis as { [bridgeKey]?: BridgeServer })[bridgeKey]
  if (!server)
    throw new Error('The pages are served by server.ts alone; `next start` and `next dev` have no server to ask.')
  return server
}
