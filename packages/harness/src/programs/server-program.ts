// The portal's server with stand-ins for its pages, which a build renders.
import { requireEnv } from '@bridge/portal/env'
import { listen } from '@bridge/portal/listen'
import { openBridge } from '@bridge/portal/open-bridge'
import { pino } from 'pino'
import { standInPages } from '../stand-in-pages.ts'

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
