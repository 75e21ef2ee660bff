const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an absolute URL names the machine that it is used on. */
export function isLoopback(url: string): boolean {
  return loopbackHosts.has(new URL(url).hostname)
}
