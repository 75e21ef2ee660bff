import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@bridge/database/embedded-postgres'
import { buildAll } from './build.ts'
import { startBridge } from './start-bridge.ts'
import { aborted, stopSignal } from './stop-signal.ts'

/**
 * Starts everything in a temporary folder on free ports, for the browser tests, until it is asked to stop. Tells its
 * starter the folder as soon as all is ready. Returns the exit code.
 */
export async function serveTests(): Promise<number> {
  const signal = stopSignal()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'bridge-e2e-'))
  // The browser tests call for every entity and sign many people in within seconds; what a limit does is shown where
  // it is set low.
  const env = {
    REST_REQUESTS_PER_MINUTE: '10000',
    SIGN_IN_REQUESTS_PER_MINUTE: '1000',
    WIRE_TRACE_DIR: path.join(dataFolder, 'wire'),
  }
  try {
    await buildAll()
    const [port, gatewayPort, redirectPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const redirectUri = `http://localhost:${redirectPort}/callback`
    const bridge = await startBridge({ dataFolder, port, gatewayPort, redirectUri, env, signal })
    process.send?.({ dataFolder, baseUrl: bridge.facts.baseUrl })
    await aborted(signal)
    await bridge.stop()
    return 0
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}
