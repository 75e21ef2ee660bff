import type { IncomingMessage } from 'node:http'

/** The response body for a request with several `Host` headers. */
export const severalHostsMessage = 'There are several Host headers.'

/** Returns whether programs in front of the service may have read another host (RFC 9112, section 3.2). */
export function hasSeveralHosts({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): boolean {
  return (headersDistinct.host?.length ?? 0) > 1
}
