import { createConnectionUseRecorder } from '@bridge/data-plane/usage/connection-use'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const now = new Date('2026-03-02T09:00:00Z')
const later = new Date('2026-03-02T10:00:00Z')

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

type Organization = Awaited<ReturnType<TestAdmin['organization']>>

/** Connects one of the organization's apps to its company file; returns the connection and an access token. */
async function connect({ orgId, realmId }: Organization, { name = 'Shop', expiresAt = later, createdAt = now } = {}) {
  const client = await admin.database.oAuthClient.create({
    data: { id: mintSecret('svcc_'), orgId, name, redirectUris: [], secretHash: 'none' },
  })
  const token = mintSecret('svct_')
  const connection = await admin.database.connection.create({
    data: {
      clientId: client.id,
      realmId,
      scope: 'accounting',
      createdAt,
      accessTokens: { create: { tokenHash: hashSecret(token), expiresAt } },
    },
  })
  return { id: connection.id, clientId: client.id, token }
}

describe('connections', () => {
  it('are listed by realm and by client [cp-4:connections]', async () => {
    const org = await admin.organization('lists@example.com')
    const { id, clientId } = await connect(org)
    const expected = {
      id,
      realmId: org.realmId,
      realmName: 'Company',
      realmKind: 'production',
      clientId,
      clientName: 'Shop',
      connectedBy: null,
      createdAt: '2026-03-02T09:00:00+00:00',
      lastUsedAt: null,
    }
    for (const route of [`GET /realms/${org.realmId}/connections`, `GET /clients/${clientId}/connections`]) {
      const { body } = await admin.call(route, org.session)
      expect(body).toEqual({ connections: [{ ...expected, createdAt: expect.any(String) }], before: null })
      expect(new Date(body.connections[0].createdAt)).toEqual(now)
    }
  })

  it('are listed page by page while they have a valid token [cp-4:connections]', async () => {
    const org = await admin.organization('pages@example.com')
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 8, minute))
    await connect(org, { name: 'Expired', expiresAt: now })
    for (const minute of [1, 2, 3]) await connect(org, { name: `App ${minute}`, createdAt: at(minute) })
    const list = async (query: string) =>
      (await admin.call(`GET /realms/${org.realmId}/connections?${query}`, org.session)).body
    const first = await list('limit=2')
    expect(first.connections.map(({ clientName }: { clientName: string }) => clientName)).toEqual(['App 3', 'App 2'])
    const rest = await list(`limit=2&before=${first.before}`)
    expect(rest.connections.map(({ clientName }: { clientName: string }) => clientName)).toEqual(['App 1'])
    expect(rest.before).toBeNull()
  })

  it('are found by a part of a name or a realm ID [cp-4:connections]', async () => {
    const org = await admin.organization('searches@example.com')
    const shop = await connect(org, { name: 'Web Shop' })
    await connect(org, { name: '100 % organic' })
    const search = async (path: string, text: string) => {
      const { body } = await admin.call(`GET ${path}/connections?search=${encodeURIComponent(text)}`, org.session)
      return body.connections.map(({ clientName }: { clientName: string }) => clientName)
    }
    const realm = `/realms/${org.realmId}`
    expect(await search(realm, 'shop')).toEqual(['Web Shop'])
    expect(await search(realm, '%')).toEqual(['100 % organic'])
    const client = `/clients/${shop.clientId}`
    for (const text of ['COMPA', org.realmId.slice(4)]) expect(await search(client, text)).toEqual(['Web Shop'])
    expect(await search(client, 'shop')).toEqual([])
  })

  it('end at once, and are audited once [cp-4:disconnect]', async () => {
    const org = await admin.organization('ends@example.com')
    const { id, clientId, token } = await connect(org)
    const request = () =>
      admin.app.request(`/v3/company/${org.realmId}/companyinfo/1`, { headers: { authorization: `Bearer ${token}` } })
    expect((await request()).status).not.toBe(401)
    for (let time = 1; time <= 2; time += 1) {
      expect((await admin.call(`DELETE /connections/${id}`, org.session)).status).toBe(204)
    }
    await expect.poll(async () => (await request()).status).toBe(401)
    expect((await admin.call(`GET /realms/${org.realmId}/connections`, org.session)).body.connections).toEqual([])
    const events = await admin.database.auditEvent.findMany({ where: { resourceId: id } })
    expect(events.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'connection.revoke', details: { realmId: org.realmId, clientId } },
    ])
  })

  it('of another organization are not found [cp-7:not_found]', async () => {
    const org = await admin.organization('owns@example.com')
    const stranger = await admin.organization('stranger@example.com')
    const { id } = await connect(org)
    const foreign = await admin.call(`DELETE /connections/${id}`, stranger.session)
    const missing = await admin.call('DELETE /connections/missing', stranger.session)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(missing.text)
  })
})

it('the last use of a connection is stored and never moves back', async () => {
  const org = await admin.organization('uses@example.com')
  const { id } = await connect(org)
  const { database } = admin
  let time = later
  const recorder = createConnectionUseRecorder({ database, clock: () => time, logger: admin.logger })
  recorder.record(id)
  await recorder.flush()
  time = now
  recorder.record(id)
  recorder.record('deleted')
  await recorder.close()
  expect((await database.connection.findUniqueOrThrow({ where: { id } })).lastUsedAt).toEqual(later)
})
