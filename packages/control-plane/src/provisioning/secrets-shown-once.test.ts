import { hashSecret, isWellFormedSecret } from '@bridge/database/secrets'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices, now, seedOwner } from '../../test/provisioning.fixture.ts'
import type { Services } from '../services/services.ts'
import { createAgentToken } from './agent-token.ts'
import { createApiKey } from './api-key.ts'
import { createClient } from './client.ts'
import { createProductionRealm } from './realm.ts'

let test: TestDatabase
let services: Pick<Services, 'database' | 'clock'>

beforeAll(async () => {
  test = await createTestDatabase()
  services = createServices(test.database)
})
afterAll(() => test.drop())

describe('a secret that is shown once and stored as a hash', () => {
  it('is created for an OAuth client [cp-2:2]', async () => {
    const { caller, organization } = await seedOwner(services, 'client@example.com')
    const redirectUris = ['https://app.example/callback', 'http://localhost:8000/callback']
    const { client, clientSecret } = await createClient(services, caller, organization.id, {
      name: 'App',
      redirectUris,
    })
    expect(client).toEqual({
      id: expect.stringMatching(/^svcc_[0-9a-f]{32}$/),
      orgId: organization.id,
      name: 'App',
      redirectUris,
      responseFormat: 'json',
      ids: 'text',
      faultCodes: 'text',
      version: 1,
      formerSecretUntil: null,
      metadataUrl: null,
      createdAt: now,
    })
    expect(isWellFormedSecret('svcs_', clientSecret)).toBe(true)
    const row = await test.database.oAuthClient.findUniqueOrThrow({ where: { id: client.id } })
    expect(row.secretHash).toBe(hashSecret(clientSecret))
  })

  it('is created for an edge agent [cp-2:3]', async () => {
    const { caller, organization } = await seedOwner(services, 'agent@example.com')
    const realm = await createProductionRealm(services, caller, organization.id, { name: 'Company' })
    const { id, label, token } = await createAgentToken(services, caller, realm.id, {})
    expect(label).toBe('Agent')
    expect(isWellFormedSecret('svca_', token)).toBe(true)
    expect(await test.database.agentToken.findUniqueOrThrow({ where: { id } })).toMatchObject({
      realmId: realm.id,
      tokenHash: hashSecret(token),
      revokedAt: null,
    })
  })

  it('is created as an API key [cp-2:4]', async () => {
    const { caller, organization } = await seedOwner(services, 'key@example.com')
    const { key, ...rest } = await createApiKey(services, caller, organization.id, { name: 'CI' })
    expect(isWellFormedSecret('svc_', key)).toBe(true)
    expect(rest).toEqual({
      id: expect.any(String),
      name: 'CI',
      orgId: organization.id,
      lastFour: key.slice(-4),
      createdAt: now,
      expiresAt: null,
    })
    expect(await test.database.apiKey.findUniqueOrThrow({ where: { id: rest.id } })).toMatchObject({
      keyHash: hashSecret(key),
      creatorId: caller.userId,
    })
  })

  it('has a name of at most 32 characters [cp-8:2]', async () => {
    const { caller, organization } = await seedOwner(services, 'long@example.com')
    await expect(createApiKey(services, caller, organization.id, { name: 'x'.repeat(33) })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'name must be at most 32 characters.',
    })
  })

  it('is not part of the audit event of its creation', async () => {
    const { caller, organization } = await seedOwner(services, 'audit@example.com')
    const { key } = await createApiKey(services, caller, organization.id, { name: 'CI' })
    const events = await test.database.auditEvent.findMany({ where: { orgId: organization.id } })
    expect(events.map(({ action }) => action).sort()).toEqual(['api-key.create', 'organization.create'])
    expect(JSON.stringify(events)).not.toContain(key)
  })
})
