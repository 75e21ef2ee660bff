import type { IncomingMessage } from 'node:http'

/** The response body for several `Host` headers. */
export const severalHostsMessage = 'There are several Host headers.'

/** Whether programs in front of the service may have read another host (RFC 9112, section 3.2). */
export function hasSeveralHosts({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): boolean {
  return (headersDistinct.host?.length ?? 0) > 1
}
