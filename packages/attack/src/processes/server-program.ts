// The portal's server with stand-ins for its pages, which a build renders. Its parent can end its threads: it sends
// their name, and gets the number of them.
import { collectThreads } from './collect-threads.ts'

const threads = collectThreads()
// Loads what starts threads after the collection began.
const [{ requireEnv }, { listen }, { openBridge }, { preferEventLoop }, { standInPages }, { pino }] = await Promise.all(
  [
    import('@bridge/portal/env'),
    import('@bridge/portal/listen'),
    import('@bridge/portal/open-bridge'),
    import('@bridge/server'),
    import('../target/stand-in-pages.ts'),
    import('pino'),
  ],
)

preferEventLoop()
const env = requireEnv()
const logger = pino({ level: env.logLevel })
const bridge = await openBridge(env, logger)

listen({
  env,
  logger,
  pages: env.surfaces.includes('pages')
    ? {
        ...standInPages,
        handle: async (request, response) => standInPages.handle(request, response),
        close: async () => undefined,
      }
    : undefined,
  bridge: () => bridge.server,
  onClose: bridge.close,
})

process.on('message', (name) => {
  void threads.end(String(name)).then((count) => process.send?.(count))
})
