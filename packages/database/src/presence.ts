import { randomInt } from 'node:crypto'
import { Client } from 'pg'

/**
 * Shows other processes that this one is alive, by a lock on its connection. PostgreSQL frees the lock as soon as the
 * connection ends, even if the process was killed.
 */
export interface Presence {
  /** Returns the lock's key; undefined while the connection is lost. */
  getKey(): number | undefined
  close(): Promise<void>
}

interface PresenceOptions {
  /** Receives a lost connection's error; it is opened again. */
  readonly onError?: (error: Error) => void
}

/** The first key of a presence's advisory lock; the second is random. */
export const presenceLocks = 72_707_370

const maxKey = 2 ** 31 - 1
const reconnectMs = 500

/** Opens the connection and takes the lock. Resolves without the lock if the database cannot be reached yet. */
export async function createPresence(url: string, { onError }: PresenceOptions = {}): Promise<Presence> {
  let client: Client | undefined
  let key: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const lose = (lost: Client, error: Error): void => {
    if (client !== lost) return
    client = undefined
    key = undefined
    void lost.end().catch(() => undefined)
    if (isClosed) return
    onError?.(error)
    timer = setTimeout(() => void connect(), reconnectMs).unref()
  }

  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: url, keepAlive: true, application_name: 'presence' })
    client = next
    next.on('error', (error) => lose(next, error))
    next.on('end', () =>
      lose(next, new Error('The database closed the connection that shows that this process is alive.')),
    )
    try {
      await next.connect()
      const taken = await takeLock(next)
      if (client === next) key = taken
    } catch (error) {
      lose(next, error instanceof Error ? error : new Error(String(error)))
    }
  }
  await connect()

  return {
    getKey: () => key,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

async function takeLock(client: Client): Promise<number> {
  for (;;) {
    const key = randomInt(1, maxKey)
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
      presenceLocks,
      key,
    ])
    if (rows[0]?.taken) return key
  }
}
