import type { Audience } from './resource.ts'

/** A loopback address: its host, and what follows the port. */
const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[0-9]{1,5})?((?:[/?].*)?)$/

/**
 * Returns whether a redirect URI equals a registered one exactly. Hosts of `/mcp` listen on any port of the loopback
 * address (RFC 8252, section 7.3).
 */
export function isRegistered(redirectUri: string, registered: readonly string[], audience: Audience): boolean {
  if (registered.includes(redirectUri)) return true
  if (audience !== 'mcp' || !URL.canParse(redirectUri)) return false
  const sent = withoutPort(redirectUri)
  return sent !== undefined && registered.some((uri) => withoutPort(uri) === sent)
}

function withoutPort(uri: string): string | undefined {
  const [, host, rest] = loopback.exec(uri) ?? []
  return host === undefined ? undefined : `${host}${rest}`
}
