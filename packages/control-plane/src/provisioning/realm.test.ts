import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices, now, seedOwner } from '../../test/provisioning.fixture.ts'
import type { Services } from '../services/services.ts'
import { createAgentToken } from './agent-token.ts'
import { createProductionRealm, createSandboxRealm } from './realm.ts'
import { listRealms } from './realm-list.ts'

let test: TestDatabase
let services: Pick<Services, 'database' | 'clock'>

beforeAll(async () => {
  test = await createTestDatabase()
  services = createServices(test.database)
})
afterAll(() => test.drop())

describe('realms', () => {
  it('have a 16-digit ID, a name, a kind and a creation time [cp-2:Realm]', async () => {
    const { caller, organization } = await seedOwner(services, 'shape@example.com')
    const realm = await createProductionRealm(services, caller, organization.id, { name: ' Rock Castle ' })
    expect(realm).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]{15}$/),
      orgId: organization.id,
      name: 'Rock Castle',
      kind: 'production',
      createdAt: now,
    })
  })

  it('are limited to one production realm on a trial, even for simultaneous requests [cp-4.2]', async () => {
    const { caller, organization } = await seedOwner(services, 'trial@example.com')
    const create = () => createProductionRealm(services, caller, organization.id, { name: 'Company' })
    const outcomes = await Promise.allSettled([create(), create(), create()])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        code: 'plan_limit_realms',
        fields: { checkoutPath: `/admin/v1/orgs/${organization.id}/billing/checkout` },
      })
  })

  it('are unlimited on a trial where the deployment does not limit trials', async () => {
    const { caller, organization } = await seedOwner(services, 'own-installation@example.com')
    for (const name of ['First', 'Second'])
      await createProductionRealm(services, caller, organization.id, { name }, { trialLimited: false })
    expect(await listRealms(services, organization.id)).toHaveLength(2)
  })

  it('are unlimited with a subscription [cp-4.2]', async () => {
    const { caller, organization } = await seedOwner(services, 'paid@example.com')
    await test.database.organization.update({ where: { id: organization.id }, data: { plan: 'production' } })
    for (const name of ['First', 'Second', 'Third'])
      await createProductionRealm(services, caller, organization.id, { name })
    expect(await listRealms(services, organization.id)).toHaveLength(3)
  })

  it('are limited to one sandbox, even for simultaneous requests [cp-4.4]', async () => {
    const { caller, organization } = await seedOwner(services, 'sandbox@example.com')
    await createProductionRealm(services, caller, organization.id, { name: 'Company' })
    const create = () => createSandboxRealm(services, caller, organization.id)
    const outcomes = await Promise.allSettled([create(), create()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'sandbox_exists' } })
  })

  it('have no agent token if they are sandboxes [cp-4.4]', async () => {
    const { caller, organization } = await seedOwner(services, 'agentless@example.com')
    const sandbox = await createSandboxRealm(services, caller, organization.id)
    await expect(createAgentToken(services, caller, sandbox.id, {})).rejects.toMatchObject({
      code: 'sandbox_realm',
    })
  })

  it('are listed as online with a lease of the last 15 seconds, and as connected after a poll', async () => {
    const { caller, organization } = await seedOwner(services, 'list@example.com')
    await test.database.organization.update({ where: { id: organization.id }, data: { plan: 'production' } })
    const create = (name: string) => createProductionRealm(services, caller, organization.id, { name })
    const [live, stale, polled, revoked, silent] = [
      await create('live'),
      await create('stale'),
      await create('polled'),
      await create('revoked'),
      await create('silent'),
    ]
    await createSandboxRealm(services, caller, organization.id)
    const lease = (realmId: string, ageMs: number) =>
      test.database.realmSession.create({
        data: {
          realmId,
          gatewayUrl: 'http://127.0.0.1:1',
          epoch: 1n,
          phase: 'ready',
          connectedAt: now,
          lastSeenAt: new Date(Date.now() - ageMs),
        },
      })
    await lease(live.id, 2_000)
    await lease(stale.id, 16_000)
    const credential = (realmId: string, revokedAt: Date | null) =>
      test.database.connectorCredential.create({
        data: {
          realmId,
          userName: `connector-${realmId}`,
          passwordHash: 'x',
          label: 'Web Connector',
          fileId: crypto.randomUUID(),
          lastPolledAt: now,
          revokedAt,
        },
      })
    const poll = async (realmId: string, revokedAt: Date | null, ageMs: number) => {
      const { id } = await credential(realmId, revokedAt)
      const lastPolledAt = new Date(Date.now() - ageMs)
      const lease = {
        gatewayUrl: 'http://127.0.0.1:1',
        epoch: 1n,
        lastSeenAt: new Date(),
        lastPolledAt,
        intervalMs: 60_000,
      }
      await test.database.connectorSession.create({ data: { realmId, credentialId: id, ...lease } })
    }
    await poll(polled.id, null, 60_000)
    await poll(revoked.id, now, 0)
    await poll(silent.id, null, 121_000)

    const realms = await listRealms(services, organization.id)
    expect(realms.at(-1)?.name).toBe('Sandbox')
    expect(Object.fromEntries(realms.map(({ name, connected, online }) => [name, { connected, online }]))).toEqual({
      live: { connected: false, online: true },
      stale: { connected: false, online: false },
      polled: { connected: true, online: false },
      revoked: { connected: false, online: false },
      silent: { connected: false, online: false },
      Sandbox: { connected: false, online: true },
    })
  })
})
