import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const now = new Date('2026-03-02T09:00:00Z')

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

/** Creates an organization with production realms, one of which has been connected. */
async function setup(email: string, count: number) {
  const org = await admin.organization(email)
  await admin.database.realm.delete({ where: { id: org.realmId } })
  const prefix = 2_000_000 + (await admin.database.realm.count())
  const ids = Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(9, '0')}`)
  await admin.database.realm.createMany({
    data: ids.map((id, index) => ({ id, orgId: org.orgId, kind: 'production', name: `File ${1_000 + index}` })),
  })
  const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, phase: 'draining', connectedAt: now } as const
  await admin.database.realmSession.create({ data: { realmId: ids[0] ?? '', lastSeenAt: now, ...lease } })
  const create = (body: object = {}, session = org.session) =>
    admin.call(`POST /orgs/${org.orgId}/setup-links`, session, body)
  return { ...org, ids, create }
}

describe('set-up links for many company files', () => {
  it('are created for those that were never connected, 500 at a time, once each', async () => {
    const { create, ids, orgId, session } = await setup('many@example.com', 503)
    const first = await create()
    expect([first.status, first.body.links.length, first.body.hasMore]).toEqual([201, 500, true])
    expect(first.body.links[0]).toEqual({
      setupLinkId: expect.any(String),
      realmId: ids[1],
      name: 'File 1001',
      url: expect.stringMatching(/^https:\/\/bridge\.test\/setup\/svcl_/),
      expiresAt: '2026-03-09T09:00:00.000+00:00',
    })
    const second = await create()
    expect([second.body.links.map(({ name }: { name: string }) => name), second.body.hasMore]).toEqual([
      ['File 1501', 'File 1502'],
      false,
    ])
    expect((await create()).body.links).toEqual([])
    const { body } = await admin.call(`GET /audit-events?orgId=${orgId}&action=setup-link.create&limit=1`, session)
    expect(body.events[0].resourceName).toMatch(/^File 15/)
    const token = String(first.body.links[0].url).split('/').at(-1) ?? ''
    const input = encodeURIComponent(JSON.stringify({ token }))
    const page = JSON.parse(await (await admin.app.request(`/trpc/setup.state?input=${input}`)).text())
    expect(page.result.data.name).toBe('File 1001')
  })

  it('are created for the given ones of the organization, and for no sandbox', async () => {
    const mine = await setup('mine@example.com', 3)
    const foreign = await setup('foreign@example.com', 1)
    const realmIds = [mine.ids[0], mine.ids[2], foreign.ids[0], mine.sandboxRealmId]
    const { body } = await mine.create({ realmIds })
    expect(body.links.map(({ realmId }: { realmId: string }) => realmId)).toEqual([mine.ids[0], mine.ids[2]])
  })

  it('set up a Web Connector, and are mailed by their IDs', async () => {
    const { create, ids, orgId, session } = await setup('connectors@example.com', 2)
    const { body } = await create({ realmIds: ids, transport: 'web_connector' })
    for (const { setupLinkId, realmId, url } of body.links) {
      const { body: listed } = await admin.call(`GET /realms/${realmId}/setup-links`, session)
      expect(listed.setupLinks).toMatchObject([{ id: setupLinkId, transport: 'web_connector' }])
      expect((await admin.call(`POST /setup-links/${setupLinkId}/mail`, session, { url })).body.text).toContain(url)
    }
    const { body: log } = await admin.call(`GET /audit-events?orgId=${orgId}&action=setup-link.create`, session)
    expect(log.events.map(({ details }: { details: object }) => details)).toEqual(
      ids.toReversed().map((realmId) => ({ realmId, transport: 'web_connector' })),
    )
  })

  it('are created by admins only, and for at most 500', async () => {
    const { create, orgId, ids } = await setup('roles@example.com', 1)
    const { session: member } = await admin.person('member-of-roles@example.com', orgId, 'member')
    expect((await create({}, member)).status).toBe(403)
    const tooMany = await create({ realmIds: Array(501).fill(ids[0]) })
    expect([tooMany.status, tooMany.body.error]).toEqual([400, 'invalid_request'])
    expect((await create({ realmIds: [] })).status).toBe(400)
  })
})
