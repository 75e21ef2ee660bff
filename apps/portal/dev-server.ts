// Runs the portal from its sources. Next reloads pages; a change of server code reloads the server in this process, so
// that the pages stay warm.
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { logSerializers } from '@bridge/server'
import { pino } from 'pino'
import { register } from 'tsx/esm/api'
import { requireEnv } from './env.ts'
import { provideBridge } from './lib/bridge.ts'
import { createPages } from './lib/pages.ts'
import { listen } from './listen.ts'
import type { OpenBridge } from './open-bridge.ts'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const debounceMs = 150
const drainMs = 10_000

const env = requireEnv()
const logger = pino({ level: env.logLevel, base: { app: 'portal' }, serializers: logSerializers })
let loads = 0
let bridge = await loadBridge()
provideBridge(bridge.server)
let reloading = Promise.resolve()
let timer: NodeJS.Timeout | undefined

watch(packages, { recursive: true }, (_event, file) => {
  if (!file?.includes('/src/') || !file.endsWith('.ts') || file.endsWith('.test.ts')) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    reloading = reloading.then(reload)
  }, debounceMs)
})

listen({
  env,
  logger,
  pages: await createPages({ development: true, baseUrl: env.config.baseUrl, logger }),
  bridge: () => bridge.server,
  recordBlock: (ms) => bridge.recordBlock(ms),
  onClose: () => bridge.close(),
})

/** Replaces the server with one loaded from the current sources. Keeps the old one if that fails. */
async function reload(): Promise<void> {
  const startedAt = performance.now()
  try {
    const next = await loadBridge()
    const previous = bridge
    bridge = next
    provideBridge(next.server)
    setTimeout(() => void previous.close(), drainMs).unref()
    logger.warn(`Reloaded the server (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`)
  } catch (error) {
    logger.error({ err: error }, 'The server could not be loaded. The previous version stays in use.')
  }
}

/** Loads new instances of the server's modules in a separate namespace and opens a server. */
async function loadBridge(): Promise<OpenBridge> {
  loads += 1
  const modules = register({ namespace: `bridge-${loads}` })
  const { openBridge }: typeof import('./open-bridge.ts') = await modules.import('./open-bridge.ts', import.meta.url)
  const opened = await openBridge(env, logger)
  return {
    ...opened,
    async close() {
      await opened.close()
      await modules.unregister()
    },
  }
}
