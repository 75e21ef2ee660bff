import type { ServerResponse } from 'node:http'

/** For a year, browsers use HTTPS for this host and its subdomains. */
const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

/**
 * Returns the referrer policy for a page with a secret in its address. Over https, `no-referrer` makes browsers send
 * `Origin: null` with a form, and `Sec-Fetch-Site` shows where it comes from. Over http they may not send it, so the
 * page keeps its address from other sites only.
 */
export function getSecretPagePolicy(baseUrl: string | undefined): 'no-referrer' | 'same-origin' {
  return baseUrl?.startsWith('https://') ? 'no-referrer' : 'same-origin'
}

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** API responses are data: a browser showing one as a page runs and loads nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * Creates the function that sets every response's headers before it is made. The code for the response may replace
 * them.
 *
 * @param baseUrl the public address, if it is known; over HTTPS, browsers must stay there
 */
export function createSecurityHeaders(baseUrl?: string) {
  const data = Object.entries(listSecurityHeaders(true, baseUrl))
  const page = Object.entries(listSecurityHeaders(false, baseUrl))
  /** @param isData whether a surface responds, and not a page */
  return (response: Pick<ServerResponse, 'setHeader'>, isData: boolean): void => {
    for (const [name, value] of isData ? data : page) response.setHeader(name, value)
  }
}

/**
 * Lists a response's headers.
 *
 * @param isData whether a surface responds, and not a page
 * @param baseUrl the public address, if known; over HTTPS, browsers must stay there
 */
export function listSecurityHeaders(isData: boolean, baseUrl?: string): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    ...(baseUrl?.startsWith('https://') && { 'Strict-Transport-Security': strictTransportSecurity }),
    ...(isData && { 'Content-Security-Policy': dataPolicy }),
  }
}
