import type { IncomingMessage, ServerResponse } from 'node:http'
import { createTurns, memoryTurn, type Turn, type Visitor } from '@bridge/portal/turns'
import { createVisitorPages } from '@bridge/portal/visitor-pages'
import type { Logger } from 'pino'

/** How long a render computes on the event loop, as those of Next do. */
const renderMs = 20

/**
 * Serves a page of the documentation, the sign-in page and invitations to visitors in the portal's turns. What they show
 * is not attacked, because they need a build; other pages do not exist.
 */
export function createStandInPages(logger: Logger) {
  const turns = createTurns()
  const takeTurn = (visitor: Visitor, turn: Turn, respond: () => void): void =>
    turns.take(visitor, turn, () => {
      respond()
      return turn
    })
  const visitorPages = createVisitorPages({
    render,
    renderShared: render,
    colorSchemeHash: "'sha256-none'",
    turns,
    clock: Date.now,
    logger,
  })
  return {
    handle(request: IncomingMessage, response: ServerResponse, address: string): void {
      const path = request.url?.split('?', 1)[0] ?? '/'
      if (path === '/sign-in' || path.startsWith('/invitations/')) visitorPages.serve(request, response, address)
      else if (path !== '/docs') response.writeHead(404).end()
      else takeTurn({ address, response }, memoryTurn, () => response.end('Documentation'))
    },
    isPrerendered: () => true,
    yieldToApi: turns.yieldToApi,
    takeTurn,
  }
}

async function render(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now()
  let now = startedAt
  while (now - startedAt < renderMs) now = performance.now()
  response.end('Sign in')
}
