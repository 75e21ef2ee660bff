import { Client } from 'pg'

/**
 * Revoked tokens, revoked agent tokens and deleted realms, changed realm settings, or anything shown in the portal.
 */
const changeChannels = ['tokens', 'agents', 'settings', 'portal'] as const

export type ChangeChannel = (typeof changeChannels)[number]

/** Notifies processes of a change, without details: a listener drops or reloads its state. */
export interface ChangeFeed {
  /** Notifies every subscribed process. Never rejects: processes missing the notification poll. */
  publish(channel: ChangeChannel): Promise<void>
  /** Calls `listener` on each change, after each reconnection and once every poll; returns the unsubscribe function. */
  subscribe(channel: ChangeChannel, listener: () => void): () => void
  /** Returns whether the database was reachable when the feed last used its connection; it reconnects within a second. */
  isConnected(): boolean
  close(): Promise<void>
}

export interface ChangeFeedOptions {
  /** The interval at which listeners are called without a notification; 5,000 by default. */
  readonly pollMs?: number
  /** Receives a lost connection's error; the feed reconnects automatically. */
  readonly onError?: (error: Error) => void
}

const reconnectMsMax = 1_000

/**
 * A change feed over PostgreSQL's LISTEN and NOTIFY, without payload. Notifications only save time: they are lost
 * while a connection is down, so listeners are also called on every reconnection and every `pollMs`.
 */
export function createChangeFeed(url: string, { pollMs = 5_000, onError }: ChangeFeedOptions = {}): ChangeFeed {
  const listeners = new Map<ChangeChannel, Set<() => void>>(changeChannels.map((channel) => [channel, new Set()]))
  let closed = false
  let isLost = false
  let reconnectMs = 100
  let reconnectTimer: NodeJS.Timeout | undefined
  let connection: Promise<Client | undefined> = connect()
  /** The notification queue's tail: a connection runs one statement at a time. */
  let published: Promise<void> = Promise.resolve()

  const tell = (channel: ChangeChannel) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener()
  }
  const tellAll = () => changeChannels.forEach(tell)
  const poll = setInterval(tellAll, pollMs).unref()

  async function connect(): Promise<Client | undefined> {
    const client = new Client({ connectionString: url, keepAlive: true })
    let lost = false
    const lose = (error: Error) => {
      if (lost || closed) return
      lost = true
      isLost = true
      onError?.(error)
      client.end().catch(() => undefined)
      connection = Promise.resolve(undefined)
      reconnectTimer = setTimeout(() => {
        connection = connect()
      }, reconnectMs).unref()
      reconnectMs = Math.min(reconnectMs * 2, reconnectMsMax)
    }
    client.on('error', lose)
    client.on('end', () => lose(new Error('The database closed the connection that listens for changes.')))
    client.on('notification', ({ channel }) => {
      const heard = changeChannels.find((name) => postgresChannel(name) === channel)
      if (heard) tell(heard)
    })
    try {
      await client.connect()
      for (const channel of changeChannels) await client.query(`LISTEN ${postgresChannel(channel)}`)
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)))
      return undefined
    }
    reconnectMs = 100
    isLost = false
    tellAll()
    return client
  }

  const notify = async (channel: ChangeChannel): Promise<void> => {
    try {
      const client = await connection
      await client?.query(`NOTIFY ${postgresChannel(channel)}`)
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return {
    publish(channel) {
      published = published.then(() => notify(channel))
      return published
    },
    subscribe(channel, listener) {
      listeners.get(channel)?.add(listener)
      return () => void listeners.get(channel)?.delete(listener)
    },
    isConnected: () => !isLost,
    async close() {
      closed = true
      clearInterval(poll)
      clearTimeout(reconnectTimer)
      const client = await connection
      await client?.end().catch(() => undefined)
    },
  }
}

function postgresChannel(channel: ChangeChannel) {
  return `bridge_${channel}`
}
