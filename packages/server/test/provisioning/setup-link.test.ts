import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const dayMs = 86_400_000

let now = new Date('2026-03-02T09:00:00Z')
let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now, config: { setupRequestsPerMinute: 8 } })
})
afterAll(() => admin.stop())

type Organization = Awaited<ReturnType<TestAdmin['organization']>>

async function createLink({ realmId, session }: Organization) {
  const { status, body } = await admin.call(`POST /realms/${realmId}/setup-links`, session)
  expect(status).toBe(201)
  return { id: body.setupLink.id as string, url: body.url as string, token: String(body.url).split('/').at(-1) ?? '' }
}

/** Calls a set-up page procedure without a session. */
async function load(token: string) {
  const response = await admin.app.request(`/trpc/setup.state?input=${encodeURIComponent(JSON.stringify({ token }))}`)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** Moves to another minute: the tests do not share the request limit. */
function nextMinute() {
  now = new Date(now.getTime() + 60_000)
}

describe('a set-up link', () => {
  it('shows the name and the state of its company file and nothing else [cp-4:setup-links] [cp-4:setup-page]', async () => {
    nextMinute()
    const org = await admin.organization('shows@example.com')
    const { url, token } = await createLink(org)
    expect(url).toBe(`https://bridge.test/setup/${token}`)
    const { status, body } = await load(token)
    expect([status, body.result.data]).toEqual([
      200,
      {
        name: 'Company',
        expiresAt: new Date(now.getTime() + 7 * dayMs).toISOString().replace('Z', '+00:00'),
        state: 'never_connected',
        since: expect.any(String),
        hasAgent: false,
        canPair: true,
        companyFile: null,
        companyName: null,
      },
    ])
  })

  it('is stored as a hash, listed without its token, and audited', async () => {
    nextMinute()
    const org = await admin.organization('hash@example.com')
    const { id, token } = await createLink(org)
    await load(token)
    const listed = await admin.call(`GET /realms/${org.realmId}/setup-links`, org.session)
    expect(listed.body.setupLinks).toMatchObject([
      { id, creator: 'hash@example.com', openedAt: now.toISOString().replace('Z', '+00:00') },
    ])
    const stored = JSON.stringify([
      await admin.database.setupLink.findMany(),
      await admin.database.auditEvent.findMany(),
      listed.text,
    ])
    expect(stored).not.toContain(token)
    expect(await admin.database.auditEvent.count({ where: { resourceId: id, action: 'setup-link.create' } })).toBe(1)
  })

  it('ends when it is revoked, and after 7 days, like an unknown one', async () => {
    nextMinute()
    const org = await admin.organization('ends@example.com')
    const revoked = await createLink(org)
    for (let time = 1; time <= 2; time += 1) {
      expect((await admin.call(`DELETE /setup-links/${revoked.id}`, org.session)).status).toBe(204)
    }
    const old = await createLink(org)
    now = new Date(now.getTime() + 7 * dayMs)
    const fresh = await createLink({ ...org, session: await admin.createSession(org.caller.userId) })
    expect((await load(fresh.token)).status).toBe(200)
    const unknown = await load(`${fresh.token.slice(0, -1)}_`)
    expect(unknown.status).toBe(404)
    for (const { token } of [revoked, old]) expect(await load(token)).toEqual(unknown)
    expect(
      await admin.database.auditEvent.count({ where: { resourceId: revoked.id, action: 'setup-link.revoke' } }),
    ).toBe(1)
  })

  it('is not for sandboxes, and 10 of them are valid at a time', async () => {
    nextMinute()
    const org = await admin.organization('limits@example.com')
    const sandbox = await admin.call(`POST /realms/${org.sandboxRealmId}/setup-links`, org.session)
    expect([sandbox.status, sandbox.body.error]).toEqual([409, 'sandbox_realm'])
    for (let time = 1; time <= 10; time += 1) await createLink(org)
    const eleventh = await admin.call(`POST /realms/${org.realmId}/setup-links`, org.session)
    expect([eleventh.status, eleventh.body.error]).toEqual([400, 'invalid_request'])
  })

  it('cannot be guessed quickly [cp-7:rate_limited]', async () => {
    nextMinute()
    const statuses = []
    for (let time = 1; time <= 9; time += 1) statuses.push((await load('svcl_guess')).status)
    expect(statuses).toEqual([...Array(8).fill(404), 429])
  })
})
