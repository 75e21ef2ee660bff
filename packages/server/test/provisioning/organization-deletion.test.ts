import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

const redirectUris = ['https://app.example/cb']

describe('deleting an organization [cp-4:deletion]', () => {
  it('deletes everything that the list names, and publishes it to agents [cp-3:organization]', async () => {
    const { session, orgId, realmId, sandboxRealmId } = await admin.organization()
    await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })
    await admin.call('POST /api-keys', session, { orgId, name: 'CI' })
    const listed = await admin.call(`GET /orgs/${orgId}/deletion`, session)
    expect(listed.body).toEqual({
      name: 'Acme',
      companyFiles: [
        { id: realmId, name: 'Company', kind: 'production' },
        { id: sandboxRealmId, name: 'Sandbox', kind: 'sandbox' },
      ],
      clients: 1,
      connections: 0,
      apiKeys: 1,
      members: 1,
      invitations: 0,
      subscribed: false,
    })
    expect((await admin.call(`DELETE /orgs/${orgId}`, session)).status).toBe(204)
    const left = [
      await admin.database.organization.count({ where: { id: orgId } }),
      await admin.database.realm.count({ where: { orgId } }),
      await admin.database.oAuthClient.count({ where: { orgId } }),
      await admin.database.apiKey.count({ where: { orgId } }),
      await admin.database.auditEvent.count({ where: { orgId } }),
    ]
    expect(left).toEqual([0, 0, 0, 0, 0])
    expect(await admin.database.auditEvent.count({ where: { action: 'organization.delete', resourceId: orgId } })).toBe(
      1,
    )
    expect((await admin.call(`GET /orgs/${orgId}/members`, session)).status).toBe(404)
  })

  it.each(['production', 'enterprise'] as const)('does not need an operator who has set the %s plan', async (plan) => {
    const { session, orgId } = await admin.organization(`${plan}@example.com`)
    await admin.database.organization.update({ where: { id: orgId }, data: { plan, trialEndsAt: null } })
    expect((await admin.call(`GET /orgs/${orgId}/deletion`, session)).body.subscribed).toBe(false)
    expect((await admin.call(`DELETE /orgs/${orgId}`, session)).status).toBe(204)
  })

  it('is refused while a subscription is active [cp-7:subscription_active]', async () => {
    const { session, orgId } = await admin.organization('subscribed@example.com')
    await admin.database.organization.update({ where: { id: orgId }, data: { plan: 'production' } })
    await admin.database.billingAccount.create({ data: { orgId, customerId: 'cus_1', status: 'past_due' } })
    expect((await admin.call(`GET /orgs/${orgId}/deletion`, session)).body.subscribed).toBe(true)
    const refused = await admin.call(`DELETE /orgs/${orgId}`, session)
    expect([refused.status, refused.body.error]).toEqual([409, 'subscription_active'])
    expect(await admin.database.organization.count({ where: { id: orgId } })).toBe(1)
  })
})

describe('exporting an organization [cp-4:export]', () => {
  it('returns JSON without secrets', async () => {
    const { session, orgId, realmId } = await admin.organization('exports@example.com')
    const { client, clientSecret } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris }))
      .body
    const { key } = (await admin.call('POST /api-keys', session, { orgId, name: 'CI' })).body
    const { token } = (await admin.call(`POST /realms/${realmId}/agent-tokens`, session, {})).body
    const webhook = `/clients/${client.id}/webhook`
    const { verifierToken } = (await admin.call(`PUT ${webhook}`, session, { url: 'https://app.example/hook' })).body
    await admin.call(`POST ${webhook}/test`, session, {})
    const response = await admin.call(`GET /orgs/${orgId}/export`, session)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="organization.json"')
    expect(response.body).toMatchObject({
      organization: { id: orgId, name: 'Acme' },
      memberships: [{ role: 'owner', user: { email: 'exports@example.com' } }],
      clients: [{ name: 'App', redirectUris, webhook: { url: 'https://app.example/hook', format: 'cloudevents' } }],
      webhookDeliveries: [{ clientId: client.id, reason: 'test', events: 1, body: expect.any(String) }],
      apiKeys: [{ name: 'CI', lastFour: key.slice(-4) }],
    })
    expect(response.body.auditEvents[0]).toMatchObject({ action: 'organization.export' })
    for (const secret of [clientSecret, key, token, verifierToken]) expect(response.text).not.toContain(secret)
    expect(response.text).not.toMatch(/hash|sealed/i)
  })
})
