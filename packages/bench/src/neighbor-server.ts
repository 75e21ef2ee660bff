// Serves the neighbors, with a deployment's limits except those per minute and day. Sends its origin, and replies to
// 'watch' when it watches its event loop and to 'read' with what it has seen since. Argument: the database URL.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { connectDatabase } from '@bridge/database'
import { serverDefaults } from '@bridge/server'
import { serveBridge } from './served-app.ts'

/** The server's state. */
export interface ServerState {
  /** The longest time between two event loop turns, in milliseconds. */
  readonly blockedMs: number
  /** The process's most memory since it started, in bytes. */
  readonly maxMemory: number
}

const [databaseUrl = ''] = process.argv.slice(2)
const { realmRequestsAtOnce } = serverDefaults
const { origin } = await serveBridge(
  { database: connectDatabase(databaseUrl), url: databaseUrl },
  { usesSandboxHost: true, config: { realmRequestsAtOnce } },
)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', (message: 'watch' | 'read') => {
  if (message === 'watch') delay.reset()
  const state: ServerState = {
    blockedMs: delay.max / 1e6,
    maxMemory: process.resourceUsage().maxRSS * 1024,
  }
  process.send?.(state)
})
process.on('disconnect', () => process.exit())
process.send?.(origin)
