const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns whether an absolute URL has a loopback address. */
export function isLoopback(url: string): boolean {
  return loopbackHosts.has(new URL(url).hostname)
}
