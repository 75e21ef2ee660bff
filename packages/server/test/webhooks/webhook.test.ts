import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { requireRealmId } from '@bridge/agent-protocol'
import { insertChanges } from '@bridge/data-plane/record-changes/record-changes.store'
import { isWellFormedSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

interface Received {
  readonly text: string
  readonly signature: unknown
  readonly messageId: unknown
}

const redirectUris = ['https://app.example/cb']

let admin: TestAdmin
let server: Server
let url: string
let received: Received[]
let status: number

beforeAll(async () => {
  admin = await startAdmin({ config: { baseUrl: 'http://localhost:3000' }, clock: () => new Date() })
  server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const { 'intuit-signature': signature, 'webhook-id': messageId } = request.headers
    received.push({ text, signature, messageId })
    response.writeHead(status).end('thanks')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hook` : ''
})
afterAll(async () => {
  server.close()
  await admin.stop()
})
beforeEach(() => {
  received = []
  status = 200
})

/** Registers an app that is connected to the sandbox. */
async function createApp(email: string) {
  const owner = await admin.organization(email)
  const { session, orgId, sandboxRealmId } = owner
  const { client } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })).body
  const realmId = requireRealmId(sandboxRealmId)
  await admin.database.connection.create({ data: { clientId: client.id, realmId, scope: 'accounting' } })
  const path = `/clients/${client.id}/webhook`
  return { ...owner, clientId: client.id as string, sandbox: realmId, path }
}

/** Registers an app with a webhook, and returns its verifier token. */
async function createWebhook(email: string, input: object = {}) {
  const app = await createApp(email)
  const { body } = await admin.call(`PUT ${app.path}`, app.session, { url, ...input })
  return { ...app, verifierToken: body.verifierToken as string }
}

function sign(text: string, token: string) {
  return createHmac('sha256', token).update(text).digest('base64')
}

async function storeChange(realmId: ReturnType<typeof requireRealmId>, recordId: string) {
  const change = { entity: 'Customer', recordId, operation: 'create', occurredAt: new Date() } as const
  await insertChanges(admin.database, realmId, [{ ...change, version: '1', source: 'write' }])
}

describe('a webhook', () => {
  it('is set, and its verifier token is shown once', async () => {
    const { session, path } = await createApp('sets@example.com')
    expect((await admin.call(`GET ${path}`, session)).body).toEqual({ webhook: null, wentBack: [] })
    const created = await admin.call(`PUT ${path}`, session, { url })
    const webhook = {
      url,
      format: 'cloudevents',
      events: null,
      sandboxFailure: null,
      createdAt: expect.any(String),
      newTokenAt: null,
      failingSince: null,
      pausedAt: null,
      missedSince: null,
    }
    expect(created.body).toEqual({ webhook, verifierToken: expect.any(String) })
    expect(isWellFormedSecret('svcv_', created.body.verifierToken)).toBe(true)
    expect((await admin.call(`GET ${path}`, session)).body).toEqual({ webhook, wentBack: [] })
    const choices = { format: 'legacy', events: ['invoice.void'], sandboxFailure: 'late' }
    const changed = await admin.call(`PUT ${path}`, session, { url, ...choices })
    expect(changed.body).toEqual({
      webhook: { ...webhook, ...choices },
      verifierToken: null,
    })
  })

  it.each([
    [{ url: 'http://app.example/hook' }, 'url'],
    [{ url: 'https://ada:secret@app.example/hook' }, 'url'],
    [{ url: 'ftp://app.example/hook' }, 'url'],
    [{ url: 'https://app.example/hook', events: [] }, 'events'],
    [{ url: 'https://app.example/hook', events: ['invoice.voided'] }, 'events[0]'],
    [{ url: 'https://app.example/hook', format: 'xml' }, 'format'],
    [{ url: 'https://app.example/hook', sandboxFailure: 'never' }, 'sandboxFailure'],
  ])('is rejected: %o', async (input, field) => {
    const { session, path } = await createApp(`rejects-${JSON.stringify(input).length}-${field}@example.com`)
    const { status: code, body } = await admin.call(`PUT ${path}`, session, input)
    expect([code, body.error, body.field]).toEqual([400, 'invalid_request', field])
  })

  it('gets changes of connected company files, signed with its token', async () => {
    const { sandbox, verifierToken } = await createWebhook('gets@example.com')
    await storeChange(sandbox, '80000001-1700000000')
    await admin.changes.publish('records')
    await expect.poll(() => received.length).toBe(1)
    expect(received).toEqual([
      {
        text: expect.any(String),
        signature: sign(received[0]?.text ?? '', verifierToken),
        messageId: expect.any(String),
      },
    ])
  })

  it('gets the events of writes while an agent is paused or has quiet hours', async () => {
    const { clientId, realmId: id } = await createWebhook('quiet@example.com')
    const realmId = requireRealmId(id)
    await admin.database.connection.create({ data: { clientId, realmId, scope: 'accounting' } })
    const at = new Date('2100-01-01')
    const session = { realmId, gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, connectedAt: at, lastSeenAt: at }
    await admin.database.realmSession.create({ data: { ...session, phase: 'ready', condition: 'paused' } })
    await storeChange(realmId, 'quiet')
    await admin.changes.publish('records')
    await expect.poll(() => received.map(({ text }) => text)).toEqual([expect.stringContaining('quiet')])
  })

  it('names the connected company files that went back in the last 30 days', async () => {
    const { session, path, sandbox, orgId, realmId } = await createWebhook('goes-back@example.com')
    // A poll may have stored them already.
    await admin.database.realmChanges.upsert({
      where: { realmId: sandbox },
      create: { realmId: sandbox },
      update: {},
    })
    expect((await admin.call(`POST /realms/${sandbox}/sandbox/reset`, session, { template: 'sample' })).status).toBe(
      200,
    )
    const { body } = await admin.call(`GET ${path}`, session)
    const since = expect.any(String)
    const wentBack = [{ realmId: sandbox, realmName: 'Sandbox', since, reason: 'reset' }]
    expect(body.wentBack).toEqual(wentBack)
    const listWentBack = async (query = '') =>
      (await admin.call(`GET /realms/went-back?orgId=${orgId}${query}`, session)).body.realms
    expect([await listWentBack(), await listWentBack(`&realmId=${sandbox}`)]).toEqual([wentBack, wentBack])
    expect(await listWentBack(`&realmId=${realmId}`)).toEqual([])
    const resynchronizeAt = new Date(Date.now() - 31 * 86_400_000)
    await admin.database.realmChanges.update({ where: { realmId: sandbox }, data: { resynchronizeAt } })
    expect((await admin.call(`GET ${path}`, session)).body.wentBack).toEqual([])
    expect(await listWentBack()).toEqual([])
    const stranger = await createWebhook('stays@example.com')
    await admin.database.realmChanges.update({ where: { realmId: sandbox }, data: { resynchronizeAt: new Date() } })
    const theirs = `GET /realms/went-back?orgId=${stranger.orgId}`
    expect((await admin.call(theirs, stranger.session)).body.realms).toEqual([])
    await admin.call(`DELETE ${path}`, session)
    expect(await listWentBack()).toEqual([])
  })

  it('signs with a new token from the chosen moment', async () => {
    const { session, path, clientId, verifierToken } = await createWebhook('replaces@example.com')
    const signsFrom = new Date(Date.now() + 86_400_000).toISOString()
    const replaced = await admin.call(`POST ${path}/token`, session, { signsFrom })
    expect((await admin.call(`GET ${path}`, session)).body.webhook.newTokenAt).not.toBeNull()
    await admin.call(`POST ${path}/test`, session, {})
    await admin.database.webhook.update({ where: { clientId }, data: { nextTokenAt: new Date(Date.now() - 1) } })
    await admin.call(`POST ${path}/test`, session, {})
    const tokens = [verifierToken, replaced.body.verifierToken]
    expect(received.map(({ signature }) => signature)).toEqual(
      received.map(({ text }, index) => sign(text, tokens[index])),
    )
    const late = new Date(Date.now() + 31 * 86_400_000).toISOString()
    expect((await admin.call(`POST ${path}/token`, session, { signsFrom: late })).body.field).toBe('signsFrom')
  })

  it('is resumed by setting it again, without the changes from before', async () => {
    status = 410
    const { session, path, sandbox } = await createWebhook('resumes@example.com')
    await storeChange(sandbox, 'missed')
    await admin.changes.publish('records')
    await expect.poll(async () => (await admin.call(`GET ${path}`, session)).body.webhook.pausedAt).not.toBeNull()
    expect((await admin.call(`GET ${path}`, session)).body.webhook.missedSince).not.toBeNull()
    status = 200
    const { webhook } = (await admin.call(`PUT ${path}`, session, { url })).body
    expect(webhook).toMatchObject({ pausedAt: null, failingSince: null, missedSince: null })
    await storeChange(sandbox, 'next')
    await admin.changes.publish('records')
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]?.text).not.toContain('missed')
  })

  it('is deleted with its deliveries', async () => {
    const { session, path } = await createWebhook('deletes@example.com')
    await admin.call(`POST ${path}/test`, session, {})
    expect((await admin.call(`DELETE ${path}`, session)).status).toBe(204)
    expect((await admin.call(`GET ${path}`, session)).body).toEqual({ webhook: null, wentBack: [] })
    expect((await admin.call(`GET ${path}/deliveries`, session)).body.deliveries).toEqual([])
  })
})

describe('deliveries', () => {
  it('of a test say what was sent and received', async () => {
    const { session, path, clientId } = await createWebhook('tests@example.com')
    const { body } = await admin.call(`POST ${path}/test`, session, { event: 'customer.merged' })
    expect(body.delivery).toMatchObject({ reason: 'test', accepted: true, status: 200, responseBody: 'thanks' })
    expect(JSON.parse(body.delivery.body)).toMatchObject([
      { type: 'qbo.customer.merged.v1', data: { deletedid: expect.any(String) } },
    ])
    const { webhook } = (await admin.call(`GET ${path}`, session)).body
    expect([webhook.failingSince, clientId]).toEqual([null, clientId])
  })

  it('are listed newest first, in pages, and sent again as they were', async () => {
    const { session, path } = await createWebhook('lists@example.com', { format: 'legacy' })
    status = 500
    for (const event of ['invoice.created', 'invoice.updated', 'invoice.deleted']) {
      await admin.call(`POST ${path}/test`, session, { event })
    }
    const first = (await admin.call(`GET ${path}/deliveries?limit=2`, session)).body
    const rest = (await admin.call(`GET ${path}/deliveries?limit=2&before=${first.before}`, session)).body
    expect([first.deliveries.length, rest.deliveries.length, rest.before]).toEqual([2, 1, null])
    expect((await admin.call(`GET ${path}/deliveries?accepted=true`, session)).body.deliveries).toEqual([])
    status = 200
    const { id } = rest.deliveries[0]
    const again = (await admin.call(`POST ${path}/deliveries/${id}/redeliver`, session)).body.delivery
    expect(again).toMatchObject({ reason: 'redelivery', attempt: 2, accepted: true })
    expect(received.at(-1)?.text).toBe(received[0]?.text)
    expect(received.at(-1)?.messageId).toBe(received[0]?.messageId)
    const detail = (await admin.call(`GET ${path}/deliveries/${again.id}`, session)).body.delivery
    expect(detail).toEqual(again)
  })

  it('of another organization are not found', async () => {
    const mine = await createWebhook('mine@example.com')
    const theirs = await createWebhook('theirs@example.com')
    const { body } = await admin.call(`POST ${theirs.path}/test`, theirs.session, {})
    const call = (route: string, session: Credential) => admin.call(route, session)
    const { id } = body.delivery
    expect((await call(`GET ${mine.path}/deliveries/${id}`, mine.session)).status).toBe(404)
    expect((await call(`POST ${mine.path}/deliveries/${id}/redeliver`, mine.session)).status).toBe(404)
    expect((await call(`GET ${theirs.path}/deliveries/${id}`, mine.session)).status).toBe(404)
  })
})
