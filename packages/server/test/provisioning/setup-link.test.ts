import { randomUUID } from 'node:crypto'
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

async function createLink({ realmId, session }: Organization, transport?: 'agent' | 'web_connector') {
  const { status, body } = await admin.call(`POST /realms/${realmId}/setup-links`, session, transport && { transport })
  expect(status).toBe(201)
  return { id: body.setupLink.id as string, url: body.url as string, token: String(body.url).split('/').at(-1) ?? '' }
}

/** Calls a set-up page procedure without a session. */
async function load(token: string) {
  const response = await admin.app.request(`/trpc/setup.state?input=${encodeURIComponent(JSON.stringify({ token }))}`)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** Presses a button of a set-up page. */
async function press(button: 'pair' | 'connector', token: string) {
  const response = await admin.app.request(`/trpc/setup.${button}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://bridge.test' },
    body: JSON.stringify({ token }),
  })
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
        sender: { name: '', email: 'shows@example.com' },
        transport: 'agent',
        expiresAt: new Date(now.getTime() + 7 * dayMs).toISOString().replace('Z', '+00:00'),
        state: 'never_connected',
        since: expect.any(String),
        servedBy: null,
        hasAgent: false,
        canPair: true,
        hasCredential: false,
        hasPolled: false,
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

  it('says so when its company file was deleted, unless it was revoked before [cp-4:setup-page]', async () => {
    nextMinute()
    const org = await admin.organization('deletes@example.com')
    const [open, revoked] = [await createLink(org), await createLink(org)]
    await admin.call(`DELETE /setup-links/${revoked.id}`, org.session)
    expect((await admin.call(`DELETE /realms/${org.realmId}`, org.session)).status).toBe(204)
    const deleted = await load(open.token)
    expect([deleted.status, deleted.body.error.message]).toEqual([
      404,
      expect.stringContaining('The company file of this link was deleted'),
    ])
    expect((await load(revoked.token)).body.error.message).toContain('This link doesn’t work')
    now = new Date(now.getTime() + 7 * dayMs)
    expect((await load(open.token)).body.error.message).toContain('This link doesn’t work')
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

describe('a set-up link for the Web Connector', () => {
  it('gives the file and the password, and a new one until a Web Connector has signed in [cp-4:setup-links]', async () => {
    nextMinute()
    const org = await admin.organization('connector@example.com')
    const { id, token } = await createLink(org, 'web_connector')
    expect((await load(token)).body.result.data).toMatchObject({ transport: 'web_connector', hasCredential: false })
    const first = (await press('connector', token)).body.result.data
    expect(first).toMatchObject({
      userName: expect.stringMatching(/^connector-/),
      password: expect.stringMatching(/^svcw_/),
    })
    expect(first.file).toMatchObject({
      name: 'Bridge Service Company.qwc',
      text: expect.stringContaining(first.userName),
    })
    const again = (await press('connector', token)).body.result.data
    expect(again).toMatchObject({ userName: first.userName, file: first.file })
    expect(again.password).not.toBe(first.password)
    expect((await load(token)).body.result.data).toMatchObject({ hasCredential: true, hasPolled: false })
    const { setupLinks } = (await admin.call(`GET /realms/${org.realmId}/setup-links`, org.session)).body
    expect(setupLinks).toMatchObject([{ id, transport: 'web_connector', startedAt: expect.any(String) }])

    await admin.database.connectorCredential.updateMany({
      where: { userName: first.userName },
      data: { lastPolledAt: now },
    })
    const late = await press('connector', token)
    expect([late.status, late.body.error.message]).toEqual([
      400,
      expect.stringContaining('signed in through this link'),
    ])
    expect((await load(token)).body.result.data).toMatchObject({ hasPolled: true })
    const audited = await admin.database.auditEvent.findMany({
      where: { action: { startsWith: 'connector.' }, orgId: org.orgId },
      orderBy: { id: 'asc' },
    })
    expect(audited.map(({ action }) => action).sort()).toEqual(['connector.create', 'connector.rotate-password'])
    expect(JSON.stringify(audited)).not.toContain(first.password)
  })

  it('issues one credential to two clicks, and none that was revoked', async () => {
    nextMinute()
    const org = await admin.organization('clicks@example.com')
    const { token } = await createLink(org, 'web_connector')
    const [left, right] = await Promise.all([press('connector', token), press('connector', token)])
    expect(left.body.result.data.userName).toBe(right.body.result.data.userName)
    await admin.database.connectorCredential.updateMany({
      where: { userName: left.body.result.data.userName },
      data: { revokedAt: now },
    })
    const revoked = await press('connector', token)
    expect([revoked.status, revoked.body.error.message]).toEqual([400, expect.stringContaining('was revoked')])
  })

  it('issues no credential to a link for the agent, or after its creator is no longer an admin', async () => {
    nextMinute()
    const org = await admin.organization('other@example.com')
    const agent = await press('connector', (await createLink(org)).token)
    expect([agent.status, agent.body.error.message]).toEqual([400, expect.stringContaining('sets up the agent')])
    const { token } = await createLink(org, 'web_connector')
    await admin.database.membership.updateMany({ where: { userId: org.caller.userId }, data: { role: 'viewer' } })
    expect((await press('connector', token)).status).toBe(403)
    expect(await admin.database.connectorCredential.count({ where: { realmId: org.realmId } })).toBe(0)
  })
})

describe('the mail with a set-up link', () => {
  /** A server whose mails go to the development mailbox. */
  let own: TestAdmin
  beforeAll(async () => {
    own = await startAdmin({ clock: () => now, config: { baseUrl: 'http://localhost:3000' } })
  })
  afterAll(() => own.stop())

  async function createMailedLink(email: string) {
    const org = await own.organization(email)
    const { body } = await own.call(`POST /realms/${org.realmId}/setup-links`, org.session)
    return { org, route: `POST /setup-links/${body.setupLink.id}/mail`, id: body.setupLink.id, url: String(body.url) }
  }
  const listMails = () => own.mailer.mailbox?.list() ?? []

  it('has the text that was shown before, and is audited [cp-4:setup-mail]', async () => {
    const { org, route, id, url } = await createMailedLink('mails@example.com')
    const shown = await own.call(route, org.session, { url })
    expect([shown.status, shown.body.sentTo]).toEqual([200, null])
    expect(listMails()).toEqual([])
    for (const part of ['mails@example.com', 'Company', 'Acme', url, '2026-03-', 'ask mails@example.com for it']) {
      expect(shown.body.text).toContain(part)
    }
    const sent = await own.call(route, org.session, { url, email: 'Anna@Books.example' })
    expect(sent.body).toEqual({ ...shown.body, sentTo: 'anna@books.example' })
    expect(listMails()).toMatchObject([
      { to: 'anna@books.example', subject: shown.body.subject, text: shown.body.text },
    ])
    const events = await own.database.auditEvent.findMany({ where: { resourceId: id, action: 'setup-link.mail' } })
    expect(events).toMatchObject([{ details: { email: 'anna@books.example' } }])
    expect(JSON.stringify(events)).not.toContain(url)
  })

  it.each([
    ['another link', (url: string) => `${url.slice(0, -1)}_`],
    ['another service', (url: string) => url.replace('localhost:3000', 'evil.example')],
    ['a text', () => 'Win a prize at https://evil.example'],
  ])('never carries %s', async (_name, change) => {
    const { org, route, url } = await createMailedLink(`never-${randomUUID()}@example.com`)
    const before = listMails().length
    const body = { url: change(url), email: 'anna@books.example' }
    const { status, body: problem } = await own.call(route, org.session, body)
    expect([status, problem.field, listMails().length]).toEqual([400, 'url', before])
  })

  it('is sent 20 times per organization and hour, not after the link has ended, and not by members', async () => {
    const { org, route, id, url } = await createMailedLink('often@example.com')
    const send = (session = org.session) => own.call(route, session, { url, email: 'anna@books.example' })
    const statuses = []
    for (let time = 1; time <= 21; time += 1) statuses.push((await send()).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    const member = await own.person('member-of-often@example.com', org.orgId, 'member')
    expect((await send(member.session)).status).toBe(403)
    await own.call(`DELETE /setup-links/${id}`, org.session)
    expect((await send()).body.field).toBe('url')
  })

  it('is to be sent by hand where the service sends no email', async () => {
    nextMinute()
    const org = await admin.organization('nomail@example.com')
    const { id, url } = await createLink(org)
    const sent = await admin.call(`POST /setup-links/${id}/mail`, org.session, { url, email: 'anna@books.example' })
    expect([sent.status, sent.body.message]).toEqual([400, expect.stringContaining('send it yourself')])
    expect((await admin.call(`POST /setup-links/${id}/mail`, org.session, { url })).body.text).toContain(url)
  })
})
