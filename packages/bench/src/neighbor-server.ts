// Serves the service for the neighbors, with the limits of a deployment except for those of requests per minute and day.
// Sends its origin, and replies to 'watch' when it watches its event loop and to 'read' with what it has seen since.
// Argument: the URL of the database.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { connectDatabase } from '@bridge/database'
import { serverDefaults } from '@bridge/server'
import { serveBridge } from './served-app.ts'

/** The state of the server. */
export interface ServerState {
  /** The longest time between two turns of the event loop, in milliseconds. */
  readonly blockedMs: number
  /** The most memory of the process with its threads since it started, in bytes. */
  readonly memoryMax: number
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
    memoryMax: process.resourceUsage().maxRSS * 1024,
  }
  process.send?.(state)
})
process.on('disconnect', () => process.exit())
process.send?.(origin)
