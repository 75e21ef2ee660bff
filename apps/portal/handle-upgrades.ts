import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseUpgrade } from '@bridge/platform/refuse-upgrade'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import { createUpgradeIgnorer, isWebSocketUpgrade, passAgentUpgrades } from '@bridge/server'
import type { Pages } from './lib/pages.ts'

interface UpgradeOptions {
  /** The service's public address. */
  readonly baseUrl?: string
  /** The gateway for `/agent`; without it, the portal does not serve that path. */
  readonly gatewayUrl: string | undefined
  readonly pages: Pick<Pages, 'upgrade'>
  /** Returns the client's address; by default the connection's. */
  readonly findAddress?: (request: IncomingMessage) => string
}

/**
 * Passes agents to the gateway, ignores upgrades to other protocols, and refuses every other WebSocket with 404. Returns
 * a function to end all WebSockets.
 */
export function handleUpgrades(server: Server, { gatewayUrl, pages, ...options }: UpgradeOptions): () => void {
  const sockets = new Set<Duplex>()
  const ignoreUpgrade = createUpgradeIgnorer(server)
  if (gatewayUrl !== undefined) passAgentUpgrades(server, gatewayUrl, options)
  server.on('upgrade', (request, socket, head) => {
    if (isWebSocketUpgrade(request)) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    const isPassed = gatewayUrl !== undefined && request.url?.split('?', 1)[0] === '/agent'
    if (isPassed) return
    if (hasSeveralHosts(request)) refuseUpgrade(socket, 400, severalHostsMessage, options)
    else if (!isWebSocketUpgrade(request)) ignoreUpgrade(request, socket, head)
    else if (pages.upgrade) pages.upgrade(request, socket, head)
    else refuseUpgrade(socket, 404, 'Agents connect at /agent.', options)
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
