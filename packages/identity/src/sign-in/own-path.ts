/** Returns the path and query of this service's address; any other address leads home. */
export function toOwnPath(address: string | null | undefined, baseUrl: string): string {
  const url = parseOwn(address, baseUrl)
  return url ? url.pathname + url.search : '/'
}

/** Returns the same with the fragment, which page scripts read. */
export function toOwnLocation(address: string | null | undefined, baseUrl: string): string {
  const url = parseOwn(address, baseUrl)
  return url ? url.pathname + url.search + url.hash : '/'
}

function parseOwn(address: string | null | undefined, baseUrl: string): URL | undefined {
  if (!address || !URL.canParse(address, baseUrl)) return undefined
  const url = new URL(address, baseUrl)
  return url.origin === new URL(baseUrl).origin && !url.pathname.startsWith('//') ? url : undefined
}
