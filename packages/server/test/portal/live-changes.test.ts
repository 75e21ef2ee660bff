import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type OpenPortal, openPortal, signIn } from '../portal.fixture.ts'

let open: OpenPortal
let ada: Browser
let orgId: string

beforeAll(async () => {
  open = await openPortal()
  ada = await signIn(open, 'ada@example.com')
  const { orgs } = await (await callerFor(ada)).listOrganizations()
  orgId = orgs[0]?.id ?? ''
})
afterAll(() => open.close())

function callerFor(browser: Browser) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return open.portal.caller(new Headers({ cookie }))
}

/** Returns an event's topics. The event ID comes first. */
function getTopics({ value }: IteratorResult<unknown, unknown>): unknown {
  return Array.isArray(value) ? value[1] : undefined
}

/** Opens a watching stream. */
async function watch(browser: Browser, watched = orgId) {
  const stream = (await (await callerFor(browser)).liveChanges({ orgId: watched }))[Symbol.asyncIterator]()
  expect(getTopics(await stream.next())).toEqual([])
  return stream
}

async function rename(name: string) {
  await (await callerFor(ada)).renameOrganization({ orgId, name })
}

async function logRequest() {
  const realm = await open.database.realm.findFirstOrThrow({ where: { orgId } })
  await open.database.loggedRequest.create({
    data: {
      id: randomUUID(),
      traceId: 'trace',
      realmId: realm.id,
      orgId,
      createdAt: new Date(),
      method: 'GET',
      path: '/v3/company',
      status: 200,
      totalMs: 5,
    },
  })
}

describe('the stream of live changes', () => {
  it('reports operations of the control plane and logged requests, each once', async () => {
    const stream = await watch(ada)
    const renamed = stream.next()
    await logRequest()
    expect(getTopics(await renamed)).toEqual(['requests'])
    const next = stream.next()
    await rename('Rock Castle')
    expect(getTopics(await next)).toEqual(['organization'])
    await stream.return?.(undefined)
  })

  it('reports a Web Connector that begins to poll, and the state of its company file', async () => {
    const owner = await open.database.organization.findUniqueOrThrow({ where: { id: orgId } })
    const { id: realmId } = await open.database.realm.create({
      data: { id: '9000000000000077', name: 'Company', kind: 'production', orgId: owner.id },
    })
    const { id: credentialId } = await open.database.connectorCredential.create({
      data: { realmId, label: 'Web Connector', userName: 'c', passwordHash: 'x', fileId: randomUUID() },
    })
    const stream = await watch(ada)
    const begun = stream.next()
    const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, intervalMs: 120_000, credentialId }
    const lastSeenAt = new Date(Date.now() + 3_600_000)
    await open.database.connectorSession.create({ data: { realmId, ...lease, lastSeenAt, lastPolledAt: new Date() } })
    expect(getTopics(await begun)).toEqual(['agents'])
    const changed = stream.next()
    await open.database.connectorSession.update({ where: { realmId }, data: { condition: 'another_file' } })
    expect(getTopics(await changed)).toEqual(['agents'])
    await stream.return?.(undefined)
  })

  it('begins with what changed since the state that the page has seen', async () => {
    const caller = await callerFor(ada)
    const lastEventId = await caller.liveState({ orgId })
    await rename('Castle Rock')
    for (const [seen, topics] of [
      [lastEventId, ['organization']],
      [await caller.liveState({ orgId }), []],
    ] as const) {
      const stream = (await caller.liveChanges({ orgId, lastEventId: seen }))[Symbol.asyncIterator]()
      expect(getTopics(await stream.next())).toEqual(topics)
      await stream.return?.(undefined)
    }
  })

  it('is refused to a stranger as if the organization did not exist', async () => {
    const eve = await signIn(open, 'eve@example.com')
    await expect(watch(eve)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(watch(eve, 'nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('ends with an error when the member is removed', async () => {
    const bob = await signIn(open, 'bob@example.com')
    const user = await open.database.user.findUniqueOrThrow({ where: { email: 'bob@example.com' } })
    const { id } = await open.database.membership.create({ data: { orgId, userId: user.id, role: 'member' } })
    const stream = await watch(bob)
    const first = stream.next()
    await logRequest()
    expect(getTopics(await first)).toEqual(['requests'])
    // The stream may end before the response to the removal has come.
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await (await callerFor(ada)).removeMember({ memberId: id })
    await ended
  })

  it('reports the end of a session, and of the organization', async () => {
    const erin = await signIn(open, 'erin@example.com')
    const { orgs } = await (await callerFor(erin)).listOrganizations()
    const own = orgs[0]?.id ?? ''
    const elsewhere = await signIn(open, 'erin@example.com')
    const stream = await watch(erin, own)
    const ended = stream.next()
    await (await callerFor(erin)).endOtherSessions()
    expect(getTopics(await ended)).toEqual(['organization'])
    await expect((await callerFor(elsewhere)).listOrganizations()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const deleted = expect(stream.next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await (await callerFor(erin)).deleteOrganization({ orgId: own })
    await deleted
  })

  it('is limited to 20 per user, and a closed one makes room', async () => {
    const carol = await signIn(open, 'carol@example.com')
    const { orgs } = await (await callerFor(carol)).listOrganizations()
    const own = orgs[0]?.id ?? ''
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(carol, own)))
    await expect(watch(carol, own)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await streams[0]?.return?.(undefined)
    streams[0] = await watch(carol, own)
    await Promise.all(streams.map((stream) => stream.return?.(undefined)))
  })

  it('ends when the server closes', async () => {
    const other = await openPortal()
    try {
      const dora = await signIn(other, 'dora@example.com')
      const cookie = [...dora.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const caller = await other.portal.caller(new Headers({ cookie }))
      const { orgs } = await caller.listOrganizations()
      const stream = (await caller.liveChanges({ orgId: orgs[0]?.id ?? '' }))[Symbol.asyncIterator]()
      await stream.next()
      const next = stream.next()
      other.portal.endStreams()
      expect(await next).toEqual({ done: true, value: undefined })
    } finally {
      await other.close()
    }
  })
})
