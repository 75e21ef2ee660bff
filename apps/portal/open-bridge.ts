import { connectDatabase, createChangeFeed, createPresence } from '@bridge/database'
import { type BridgeServer, createServer, fetchesMax } from '@bridge/server'
import type { Logger } from 'pino'
import type { Env } from './env.ts'

/** A server with the connections that it uses. */
export interface OpenBridge {
  readonly server: BridgeServer
  /** Closes the server, then its connections. Its requests must have ended. */
  close(): Promise<void>
}

/** Connects the database and creates the server. */
export async function openBridge(env: Env, logger: Logger): Promise<OpenBridge> {
  const database = connectDatabase(env.databaseUrl, { poolMax: env.databasePoolMax })
  // Opens no connection until Stripe is read.
  const billingDatabase = connectDatabase(env.databaseUrl, { poolMax: fetchesMax })
  const changes = createChangeFeed(env.databaseUrl)
  const presence = await createPresence(env.databaseUrl, {
    onError: (error) =>
      logger.warn({ err: error }, 'The database closed the connection that shows that this server lives.'),
  })
  const server = await createServer({
    database,
    presence,
    databaseUrl: env.databaseUrl,
    billingDatabase,
    changes,
    logger,
    config: env.config,
    servesWebConnector: env.gatewayUrl !== undefined,
  })
  return {
    server,
    async close() {
      await server.close()
      await changes.close()
      await presence.close()
      await billingDatabase.$disconnect()
      await database.$disconnect()
    },
  }
}
