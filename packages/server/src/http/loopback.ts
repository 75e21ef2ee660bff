const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an absolute URL is a loopback address. */
export function isLoopback(url: string): boolean {
  return loopbackHosts.has(new URL(url).hostname)
}
