import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isLoopback } from './loopback.ts'

/** Headers added by proxies and tunnels, next to `X-Forwarded-*`. */
const proxyHeaders: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-original-host',
  'cf-connecting-ip',
  'true-client-ip',
])
const forwardedPrefix = 'x-forwarded-'

/**
 * Returns whether a browser on this machine sent the request: from a loopback address; to a loopback name, because
 * another site's name may resolve to this machine (DNS rebinding); and without a proxy, which could publish this
 * machine under another name.
 */
export function isLocalRequest({ headers, socket }: Pick<IncomingMessage, 'headers'> & PeerSocket): boolean {
  const url = `http://${headers.host ?? ''}`
  if (!URL.canParse(url) || !isLoopback(url) || !isLoopbackAddress(socket.remoteAddress)) return false
  return !Object.keys(headers).some((name) => proxyHeaders.has(name) || name.startsWith(forwardedPrefix))
}

interface PeerSocket {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
