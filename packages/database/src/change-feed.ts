import { Client } from 'pg'

/**
 * Revoked tokens, revoked agent tokens and deleted realms, changed realm settings or webhooks, changed records, or
 * anything shown in the portal.
 */
const changeChannels = ['tokens', 'agents', 'settings', 'records', 'portal'] as const

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

const minReconnectMs = 100
const maxReconnectMs = 1_000

/**
 * Creates a change feed over PostgreSQL's LISTEN and NOTIFY, without payload. Notifications only save time: they are
 * lost while a connection is down, so listeners are also called on every reconnection and every `pollMs`.
 */
export function createChangeFeed(url: string, options: ChangeFeedOptions = {}): ChangeFeed {
  return new PostgresChangeFeed(url, options)
}

class PostgresChangeFeed implements ChangeFeed {
  readonly #url: string
  readonly #onError: (error: Error) => void
  readonly #listeners = new Map<ChangeChannel, Set<() => void>>(changeChannels.map((channel) => [channel, new Set()]))
  readonly #poll: NodeJS.Timeout
  #connection: Promise<Client | undefined>
  #isConnected = true
  #isClosed = false
  #reconnectMs = minReconnectMs
  #reconnectTimer: NodeJS.Timeout | undefined
  /** The notification queue's tail: a connection runs one statement at a time. */
  #published: Promise<void> = Promise.resolve()

  constructor(url: string, { pollMs = 5_000, onError = () => undefined }: ChangeFeedOptions) {
    this.#url = url
    this.#onError = onError
    this.#poll = setInterval(() => this.#callAll(), pollMs).unref()
    this.#connection = this.#connect()
  }

  publish(channel: ChangeChannel): Promise<void> {
    this.#published = this.#published.then(() => this.#notify(channel))
    return this.#published
  }

  subscribe(channel: ChangeChannel, listener: () => void): () => void {
    this.#listeners.get(channel)?.add(listener)
    return () => void this.#listeners.get(channel)?.delete(listener)
  }

  isConnected(): boolean {
    return this.#isConnected
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#poll)
    clearTimeout(this.#reconnectTimer)
    const client = await this.#connection
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<Client | undefined> {
    const client = new Client({ connectionString: this.#url, keepAlive: true })
    let isLost = false
    const onLost = (error: Error): void => {
      if (isLost || this.#isClosed) return
      isLost = true
      client.end().catch(() => undefined)
      this.#reconnectLater(error)
    }
    client.on('error', onLost)
    client.on('end', () => onLost(new Error('The database closed the connection that listens for changes.')))
    client.on('notification', ({ channel }) => {
      const changed = changeChannels.find((each) => toPostgresChannel(each) === channel)
      if (changed) this.#call(changed)
    })
    try {
      await client.connect()
      for (const channel of changeChannels) await client.query(`LISTEN ${toPostgresChannel(channel)}`)
    } catch (error) {
      onLost(toError(error))
      return undefined
    }
    this.#reconnectMs = minReconnectMs
    this.#isConnected = true
    this.#callAll()
    return client
  }

  #reconnectLater(error: Error): void {
    this.#isConnected = false
    this.#onError(error)
    this.#connection = Promise.resolve(undefined)
    this.#reconnectTimer = setTimeout(() => {
      this.#connection = this.#connect()
    }, this.#reconnectMs).unref()
    this.#reconnectMs = Math.min(this.#reconnectMs * 2, maxReconnectMs)
  }

  async #notify(channel: ChangeChannel): Promise<void> {
    try {
      const client = await this.#connection
      await client?.query(`NOTIFY ${toPostgresChannel(channel)}`)
    } catch (error) {
      this.#onError(toError(error))
    }
  }

  #call(channel: ChangeChannel): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener()
  }

  #callAll(): void {
    for (const channel of changeChannels) this.#call(channel)
  }
}

function toPostgresChannel(channel: ChangeChannel): string {
  return `bridge_${channel}`
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
