import type { IncomingMessage, Server } from 'node:http'
import { connect as connectTcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { refuseUpgrade } from '@bridge/platform/refuse-upgrade'
import { formatHead } from '@bridge/platform/request-head'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'

interface PassthroughOptions {
  /** The service's public address. */
  readonly baseUrl?: string | undefined
  /** Returns the client's address, which the gateway gets; by default the connection's. */
  readonly findAddress?: (request: IncomingMessage) => string
}

const replacedHeaders = new Set(['x-forwarded-for'])

/**
 * Forwards upgrade requests for `/agent` to an agent gateway, byte by byte, so one machine needs only one address.
 * Ignores other upgrades, and responds with 503 if the gateway cannot be reached. Returns a function removing the
 * listener.
 */
export function passAgentUpgrades(
  httpServer: Pick<Server, 'on' | 'off'>,
  gatewayUrl: string,
  { baseUrl, findAddress = createPeerAddress(false) }: PassthroughOptions = {},
): () => void {
  const { protocol, hostname, port } = new URL(gatewayUrl)
  const isTls = protocol === 'https:'
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)) }

  const pass = (request: IncomingMessage, client: Duplex, head: Buffer): void => {
    if (request.url?.split('?', 1)[0] !== '/agent') return
    if (hasSeveralHosts(request)) {
      refuseUpgrade(client, 400, severalHostsMessage, { baseUrl })
      return
    }
    let isConnected = false
    const gateway = isTls
      ? connectTls({ ...target, servername: target.host }, () => begin())
      : connectTcp(target, () => begin())
    const begin = () => {
      isConnected = true
      gateway.setNoDelay(true)
      gateway.write(formatHead(request, replacedHeaders, { 'X-Forwarded-For': findAddress(request) }))
      if (head.length > 0) gateway.write(head)
      client.pipe(gateway).pipe(client)
    }
    gateway.on('error', () => {
      if (isConnected) client.destroy()
      else refuseUpgrade(client, 503, 'No agent gateway can be reached; connect again.', { baseUrl })
    })
    gateway.on('close', () => client.end())
    client.on('error', () => gateway.destroy())
    client.on('close', () => gateway.destroy())
  }
  httpServer.on('upgrade', pass)
  return () => httpServer.off('upgrade', pass)
}
