import type { ServerResponse } from 'node:http'

/** For a year, browsers use HTTPS for this host and its subdomains. */
const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** Responses of surfaces are data: a browser that shows one as a page runs and loads nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * Creates the function that sets the headers of every response before it is made. What makes the response may replace
 * them.
 *
 * @param baseUrl the public address; over HTTPS, browsers must stay there
 */
export function createSecurityHeaders(baseUrl: string) {
  const headers = Object.entries({
    ...everywhere,
    ...(baseUrl.startsWith('https://') && { 'Strict-Transport-Security': strictTransportSecurity }),
  })
  /** @param isData whether a surface responds, and not a page */
  return (response: Pick<ServerResponse, 'setHeader'>, isData: boolean): void => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (isData) response.setHeader('Content-Security-Policy', dataPolicy)
  }
}
