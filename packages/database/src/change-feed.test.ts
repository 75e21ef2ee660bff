import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

describe('the change feed', () => {
  let test: TestDatabase
  const feeds: ChangeFeed[] = []
  const open = (pollMs = 600_000) => {
    const feed = createChangeFeed(test.url, { pollMs })
    feeds.push(feed)
    return feed
  }
  /** The feed calls every listener once when it connects; every later call is a change. */
  const connected = (feed: ChangeFeed) => new Promise<void>((resolve) => void feed.subscribe('tokens', resolve))

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(async () => {
    await Promise.all(feeds.map((feed) => feed.close()))
    await test.drop()
  })

  it('calls the listeners of a channel in every process, and no other listeners', async () => {
    const [here, there] = [open(), open()]
    await Promise.all([connected(here), connected(there)])
    const heard: string[] = []
    there.subscribe('settings', () => heard.push('settings'))
    const agents = [here, there].map((feed) => new Promise<void>((resolve) => void feed.subscribe('agents', resolve)))
    await here.publish('agents')
    await Promise.all(agents)
    expect(heard).toEqual([])
  })

  it('publishes concurrent changes in their order', async () => {
    const [here, there] = [open(), open()]
    await Promise.all([connected(here), connected(there)])
    const warnings: string[] = []
    const warn = ({ message }: Error) => warnings.push(message)
    process.on('warning', warn)
    const heard: string[] = []
    for (const channel of ['settings', 'tokens'] as const) there.subscribe(channel, () => heard.push(channel))
    const last = new Promise<void>((resolve) => void there.subscribe('agents', resolve))
    await Promise.all([
      here.publish('settings'),
      here.publish('tokens'),
      here.publish('settings'),
      here.publish('agents'),
    ])
    await last
    process.off('warning', warn)
    expect([heard, warnings]).toEqual([['settings', 'tokens', 'settings'], []])
  })

  it('does not call a listener that has unsubscribed', async () => {
    const feed = open()
    await connected(feed)
    let calls = 0
    const unsubscribe = feed.subscribe('settings', () => {
      calls += 1
    })
    unsubscribe()
    const marker = new Promise<void>((resolve) => void feed.subscribe('settings', resolve))
    await feed.publish('settings')
    await marker
    expect(calls).toBe(0)
  })

  it('calls listeners on every poll without a notification', async () => {
    const feed = open(10)
    await connected(feed)
    let calls = 0
    await new Promise<void>((resolve) => {
      feed.subscribe('agents', () => {
        calls += 1
        if (calls === 3) resolve()
      })
    })
    expect(calls).toBe(3)
  })

  it('reconnects after the database closes the connection, and calls listeners for changes that they may have missed', async () => {
    const feed = open()
    await connected(feed)
    const again = new Promise<void>((resolve) => void feed.subscribe('tokens', resolve))
    await test.database.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`
    await again
    const heard = new Promise<void>((resolve) => void feed.subscribe('settings', resolve))
    await feed.publish('settings')
    await heard
    expect(await test.database.$queryRaw`SELECT 1 AS alive`).toEqual([{ alive: 1 }])
  })
})
