import type { MiddlewareHandler } from 'hono'

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Refuses foreign host names, which can resolve to this machine, and changes from foreign pages: browsers send both to
 * every local port.
 */
export const requireOwnPages: MiddlewareHandler = async (context, next) => {
  const { hostname, origin } = new URL(context.req.url)
  if (!loopbackHosts.has(hostname))
    return context.text(`Open the emulator at a loopback address, not ${hostname}.`, 403)
  const isChange = context.req.method !== 'GET' && context.req.method !== 'HEAD'
  const sentBy = context.req.header('origin') ?? origin
  const site = context.req.header('sec-fetch-site') ?? 'same-origin'
  if (isChange && (sentBy !== origin || site !== 'same-origin')) {
    return context.text('Only the pages of the emulator may change it.', 403)
  }
  return next()
}
