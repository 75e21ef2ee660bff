import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseUrl, type EmbeddedPostgres } from './embedded-postgres.ts'

interface KeepRunningEvents {
  /** The server ended, and runs again. */
  onRestart(): void
  /** It could not be started; the next attempt follows. */
  onFailure(error: Error): void
}

const retryMs = 250

/**
 * Starts PostgreSQL again whenever it ends. An idle connection reports the end at once, without polling. Returns a
 * function to stop watching, called before the server is stopped.
 */
export function keepPostgresRunning(postgres: EmbeddedPostgres, events: KeepRunningEvents): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await untilDisconnected(databaseUrl(postgres.url, 'postgres'), signal)
        if (!signal.aborted && (await postgres.ensureRunning())) events.onRestart()
      } catch (error) {
        events.onFailure(error instanceof Error ? error : new Error(String(error)))
      }
      await delay(retryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const watching = watch()

  return async () => {
    stopping.abort()
    await watching
  }
}

/** Connects and resolves when the connection ends, could not be opened, or is no longer wanted. */
async function untilDisconnected(url: string, signal: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'watch' })
  const end = () => void client.end().catch(() => undefined)
  const ended = new Promise<void>((resolve) => client.on('error', () => undefined).on('end', resolve))
  signal.addEventListener('abort', end)
  try {
    await client.connect()
    await ended
  } catch {
    // A server refusing connections is started like one closing them.
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
