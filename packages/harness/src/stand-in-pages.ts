import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a render computes on the event loop, as Next's do. */
const renderMs = 20

/**
 * Serves a documentation page, the sign-in page and invitations. What they show is not attacked, because they need a
 * build; other pages do not exist.
 */
export const standInPages = {
  handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (path === '/sign-in' || path.startsWith('/invitations/')) render(response)
    else if (path !== '/docs') response.writeHead(404).end()
    else response.end('Documentation')
  },
  isPrerendered: (request: IncomingMessage) => request.url?.startsWith('/docs') ?? false,
}

function render(response: ServerResponse): void {
  const startedAt = performance.now()
  let now = startedAt
  while (now - startedAt < renderMs) now = performance.now()
  response.end('Sign in')
}
