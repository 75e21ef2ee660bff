/** Returns whether the browser's headers prove a request from this service's page. */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  if (headers.get('sec-fetch-site') === 'same-origin') return true
  return headers.get('origin') === new URL(baseUrl).origin
}
