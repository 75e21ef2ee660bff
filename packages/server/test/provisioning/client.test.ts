import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

const redirectUris = ['https://app.example/cb']

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

  it('has JSON responses until its setting says XML, which is audited', async () => {
    const { session, orgId, client, path } = await setup('prefers-xml@example.com')
    expect(client.responseFormat).toBe('json')
    const changed = await admin.call(`PATCH ${path}`, session, { responseFormat: 'xml' })
    expect(changed.body.client).toEqual({ ...client, responseFormat: 'xml', version: 2 })
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=client.update`, session)).body
    expect(events[0].details.after).toEqual({ name: 'App', redirectUris, responseFormat: 'xml' })
    const created = await admin.call('POST /clients', session, {
      orgId,
      name: 'SDK',
      redirectUris,
      responseFormat: 'xml',
    })
    expect(created.body.client.responseFormat).toBe('xml')
  })

  it('rejects a format that does not exist', async () => {
    const { session, path } = await setup('prefers-yaml@example.com')
    expect((await admin.call(`PATCH ${path}`, session, { responseFormat: 'yaml' })).status).toBe(400)
  })

  it('requires a change', async () => {
    const { session, path } = await setup('no-change@example.com')
    expect((await admin.call(`PATCH ${path}`, session, {})).status).toBe(400)
  })

  it('is audited with its values before and after', async () => {
    const { session, orgId, path } = await setup('audited@example.com')
    await admin.call(`PATCH ${path}`, session, { name: 'After' })
    await admin.call(`DELETE ${path}`, session)
    const settings = { name: 'App', redirectUris, responseFormat: 'json' }
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&resource=client`, session)).body
    expect(events.map(({ action, details }: { action: string; details: unknown }) => [action, details])).toEqual([
      ['client.delete', { before: { name: 'After' } }],
      ['client.update', { before: settings, after: { ...settings, name: 'After' } }],
      ['client.create', { after: settings }],
    ])
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
