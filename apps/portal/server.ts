import { DatabaseRefusedError } from '@bridge/database'
import { allocateYoung } from '@bridge/platform/allocate-young'
import { logSerializers } from '@bridge/server'
import { pino } from 'pino'
import { requireEnv } from './env.ts'
import { provideBridge } from './lib/bridge.ts'
import { createPages } from './lib/pages.ts'
import { listen } from './listen.ts'
import { logConsole } from './log-console.ts'
import { openBridge } from './open-bridge.ts'
import { refuseStart } from './refuse-start.ts'

allocateYoung()
const env = requireEnv()
const logger = pino({ level: env.logLevel, base: { app: 'portal', pid: process.pid }, serializers: logSerializers })
logConsole(logger)
const bridge = await openBridge(env, logger).catch((error: unknown) => {
  if (error instanceof DatabaseRefusedError) return refuseStart(error)
  throw error
})
provideBridge(bridge.server)

listen({
  env,
  logger,
  pages: env.surfaces.includes('pages')
    ? await createPages({ development: false, baseUrl: env.config.baseUrl })
    : undefined,
  bridge: () => bridge.server,
  recordBlock: bridge.recordBlock,
  onClose: bridge.close,
})
