import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

const redirectUris = ['https://app.example/cb']
/** A new client's audited values. */
const initial = { name: 'App', redirectUris, responseFormat: 'json', ids: 'text', faultCodes: 'text' }

async function setup(email: string) {
  const { session, orgId } = await admin.organization(email)
  const { client } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })).body
  return { session, orgId, client, path: `/clients/${client.id}` }
}

describe('an edited client', () => {
  it('is renamed and keeps its redirect URIs [cp-4:14]', async () => {
    const { session, client, path } = await setup('renames@example.com')
    const renamed = await admin.call(`PATCH ${path}`, session, { name: 'Renamed' })
    expect(renamed.body.client).toEqual({ ...client, name: 'Renamed', version: 2 })
    expect((await admin.call(`GET ${path}`, session)).body).toEqual({
      client: { ...renamed.body.client, companyFiles: 0, lastUsedAt: null },
    })
  })

  it('rejects the second of two editors and returns the current state [cp-4:14] [cp-7:edit_conflict]', async () => {
    const { session, client, path } = await setup('two-editors@example.com')
    const { version } = client
    const first = await admin.call(`PATCH ${path}`, session, { name: 'First', version })
    const second = await admin.call(`PATCH ${path}`, session, { name: 'Second', version })
    expect([second.status, second.body]).toEqual([
      409,
      { error: 'edit_conflict', message: expect.any(String), client: first.body.client },
    ])
    const third = await admin.call(`PATCH ${path}`, session, { name: 'Second', version: second.body.client.version })
    expect([third.status, third.body.client.name]).toEqual([200, 'Second'])
  })

  it.each([
    ['responseFormat', 'json', 'xml'],
    ['ids', 'text', 'numeric'],
    ['faultCodes', 'text', 'numeric'],
  ])('has the setting %s, which is audited', async (name, usual, other) => {
    const { session, orgId, client, path } = await setup(`sets-${name}@example.com`)
    expect(client[name]).toBe(usual)
    const changed = await admin.call(`PATCH ${path}`, session, { [name]: other })
    expect(changed.body.client).toEqual({ ...client, [name]: other, version: 2 })
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=client.update`, session)).body
    expect(events[0].details.after).toEqual({ ...initial, [name]: other })
    const sent = { orgId, name: 'SDK', redirectUris, [name]: other }
    expect((await admin.call('POST /clients', session, sent)).body.client[name]).toBe(other)
    expect((await admin.call(`PATCH ${path}`, session, { [name]: 'yaml' })).status).toBe(400)
  })

  it('requires a change', async () => {
    const { session, path } = await setup('no-change@example.com')
    expect((await admin.call(`PATCH ${path}`, session, {})).status).toBe(400)
  })

  it('is audited with its values before and after', async () => {
    const { session, orgId, path } = await setup('audited@example.com')
    await admin.call(`PATCH ${path}`, session, { name: 'After' })
    await admin.call(`DELETE ${path}`, session)
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&resource=client`, session)).body
    expect(events.map(({ action, details }: { action: string; details: unknown }) => [action, details])).toEqual([
      ['client.delete', { before: { name: 'After' } }],
      ['client.update', { before: initial, after: { ...initial, name: 'After' } }],
      ['client.create', { after: initial }],
    ])
  })

  it('that describes itself has an address instead of a secret, and is deleted like any other', async () => {
    const { session, orgId } = await setup('host@example.com')
    const metadataUrl = 'https://host.example/client.json'
    const host = { id: 'svcc_host', orgId, name: 'Assistant', redirectUris: [], metadataUrl }
    await admin.database.oAuthClient.create({ data: host })
    const listed = (await admin.call(`GET /clients?orgId=${orgId}`, session)).body.clients
    expect(listed.find(({ id }: { readonly id: string }) => id === host.id)).toMatchObject({ ...host, companyFiles: 0 })
    const rotated = await admin.call('POST /clients/svcc_host/secret', session)
    expect([rotated.status, rotated.body.error]).toEqual([400, 'invalid_request'])
    expect((await admin.call('DELETE /clients/svcc_host', session)).status).toBe(204)
    expect(await admin.database.oAuthClient.count({ where: { metadataUrl } })).toBe(0)
  })

  it('shows until when its former secret is valid', async () => {
    const { session, path } = await setup('rotates@example.com')
    const rotated = await admin.call(`POST ${path}/secret`, session)
    expect(rotated.body.client.formerSecretUntil).toBe(rotated.body.formerSecretUntil)
    expect((await admin.call(`GET ${path}`, session)).body.client.formerSecretUntil).toBe(
      rotated.body.formerSecretUntil,
    )
  })
})
