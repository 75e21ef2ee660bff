import type { RequestingClient } from './authorize-request.ts'

/**
 * Adds the parameters to the registered URI's query, which is kept byte for byte. `iss` lets a client of several
 * services detect a response from another one (RFC 9207).
 */
export function buildRedirectUrl(
  baseUrl: string,
  { redirectUri, state }: Pick<RequestingClient, 'redirectUri' | 'state'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...parameters, ...(state === undefined ? {} : { state }), iss: baseUrl })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
