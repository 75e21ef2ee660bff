import { hashSecret } from '@bridge/database/secrets'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCookieName } from './session-cookie.ts'
import { createSessions } from './sessions.ts'

const hourMs = 3_600_000
const startsAt = new Date('2026-03-02T09:00:00Z')
const baseUrl = 'https://bridge.test'

let test: TestDatabase
let userId: string
let now = startsAt
let count = 0

beforeAll(async () => {
  test = await createTestDatabase()
  userId = (await test.database.user.create({ data: { email: 'ada@example.com' } })).id
})
afterAll(() => test.drop())

const config: ServerConfig = { ...serverDefaults, baseUrl, machineSecret: 'machine', sessionSecret: 'session' }

function setup(overrides: Partial<ServerConfig> = {}) {
  now = startsAt
  return createSessions({ database: test.database, clock: () => now, config: { ...config, ...overrides } })
}

/** Creates a session as a sign-in does, and returns its browser's headers. */
async function openSession(hours = 30 * 24) {
  count += 1
  const token = `token-${count}`
  await test.database.session.create({
    data: {
      userId,
      sessionToken: hashSecret(token),
      createdAt: now,
      lastSeenAt: now,
      expires: new Date(now.getTime() + hours * hourMs),
    },
  })
  return new Headers({ cookie: `${sessionCookieName(baseUrl)}=${token}` })
}

function advanceHours(hours: number) {
  now = new Date(now.getTime() + hours * hourMs)
}

describe('a session', () => {
  it('ends a week after its last use', async () => {
    const sessions = setup()
    const headers = await openSession()
    for (const hours of [7 * 24 - 1, 7 * 24 - 1]) {
      advanceHours(hours)
      expect(await sessions.signedInUser(headers)).toMatchObject({ id: userId })
    }
    advanceHours(7 * 24)
    expect(await sessions.signedInUser(headers)).toBeUndefined()
  })

  it('ends 30 days after the sign-in, however often it is used', async () => {
    const sessions = setup()
    const headers = await openSession()
    for (let day = 1; day < 30; day += 1) {
      advanceHours(24)
      expect(await sessions.signedInUser(headers)).toMatchObject({ id: userId })
    }
    advanceHours(24)
    expect(await sessions.signedInUser(headers)).toBeUndefined()
  })

  it('is found by the cookie from before the prefix __Host-, if it began with one', async () => {
    const sessions = setup()
    for (const hostCookie of [false, true]) {
      const headers = await openSession()
      const former = new Headers({ cookie: (headers.get('cookie') ?? '').replace('__Host-', '__Secure-') })
      await test.database.session.updateMany({ data: { hostCookie } })
      expect(await sessions.signedInUser(headers)).toMatchObject({ id: userId })
      expect(await sessions.signedInUser(former)).toEqual(
        hostCookie ? undefined : expect.objectContaining({ id: userId }),
      )
    }
  })

  it('ends earlier once the settings say so', async () => {
    setup()
    const [idle, old] = [await openSession(), await openSession()]
    advanceHours(13)
    const clock = () => now
    const strict = (overrides: Partial<ServerConfig>) =>
      createSessions({ database: test.database, clock, config: { ...config, ...overrides } })
    expect(await strict({ sessionIdleHours: 12 }).signedInUser(idle)).toBeUndefined()
    expect(await strict({ sessionHoursMax: 12 }).signedInUser(old)).toBeUndefined()
    expect(await strict({}).signedInUser(old)).toMatchObject({ id: userId })
  })
})
