/** Returns whether the browser's headers prove that a page of this service made the request. */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  if (headers.get('sec-fetch-site') === 'same-origin') return true
  return headers.get('origin') === new URL(baseUrl).origin
}
