/** Returns the path and query of an address of this service; any other address leads home. */
export function toOwnPath(address: string | null | undefined, baseUrl: string): string {
  if (!address || !URL.canParse(address, baseUrl)) return '/'
  const { origin, pathname, search } = new URL(address, baseUrl)
  return origin === new URL(baseUrl).origin && !pathname.startsWith('//') ? pathname + search : '/'
}
