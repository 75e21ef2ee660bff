/** Whether a browser says that one of the service's own pages made the request; without a word about it, it is not. */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  if (headers.get('sec-fetch-site') === 'same-origin') return true
  return headers.get('origin') === new URL(baseUrl).origin
}
