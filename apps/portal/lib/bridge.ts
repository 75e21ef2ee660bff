import type { BridgeServer } from '@bridge/server'

/** Global that shares the process's BridgeServer with the pages, which Next bundles separately. */
const bridgeKey = Symbol.for('bridge.server')
const holder = globalThis as { [bridgeKey]?: BridgeServer }

/** Makes the server available to this process's pages. */
export function provideBridge(server: BridgeServer): void {
  holder[bridgeKey] = server
}

/** Returns this process's server, which a build lacks. */
export function findBridge(): BridgeServer | undefined {
  return holder[bridgeKey]
}

/** Returns this process's server. */
export function getBridge(): BridgeServer {
  const server = findBridge()
  if (!server) throw new Error('The pages need server.ts or dev-server.ts: `next start` and `next dev` do not work.')
  return server
}
