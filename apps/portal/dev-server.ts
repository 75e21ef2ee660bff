// Runs the portal from its sources. Next reloads pages; changed server code reloads the server in this process, so
// pages stay warm.
import { watch } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { logSerializers } from '@bridge/server'
import { pino } from 'pino'
import { requireEnv } from './env.ts'
import { provideBridge } from './lib/bridge.ts'
import { createPages } from './lib/pages.ts'
import { listen } from './listen.ts'
import type { OpenBridge } from './open-bridge.ts'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const debounceMs = 150
const drainMs = 10_000
const loadParameter = 'load'

const env = requireEnv()
const logger = pino({ level: env.logLevel, base: { app: 'portal' }, serializers: logSerializers })
passLoadOn()
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
  pages: await createPages({ development: true, baseUrl: env.config.baseUrl }),
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

/** Loads new instances of the modules below `packages`, and of those here that open a server, and opens one. */
async function loadBridge(): Promise<OpenBridge> {
  loads += 1
  const { openBridge }: typeof import('./open-bridge.ts') = await import(`./open-bridge.ts?${loadParameter}=${loads}`)
  return openBridge(env, logger)
}

/** Gives a module the number of the load that imports it, so that each load has its own instances. */
function passLoadOn(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const load = context.parentURL && new URL(context.parentURL).searchParams.get(loadParameter)
      if (!load || !/^file:.*\.ts$/.test(resolved.url)) return resolved
      return { ...resolved, url: `${resolved.url}?${loadParameter}=${load}` }
    },
  })
}
