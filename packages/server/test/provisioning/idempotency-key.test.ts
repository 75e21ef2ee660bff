import type { Operation } from '@bridge/control-plane/operation/operation'
import { namedOperations } from '@bridge/control-plane/provisioning/operations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

const redirectUris = ['https://app.example/cb']
const startsAt = new Date('2026-03-02T09:00:00Z')

let now = startsAt
let admin: TestAdmin
let another: Awaited<ReturnType<TestAdmin['startSecondServer']>>

beforeAll(async () => {
  admin = await startAdmin({ clock: () => now, config: { apiKeyRequestsPerMinute: 10_000 } })
  another = await admin.startSecondServer()
})
afterEach(() => {
  now = startsAt
})
afterAll(async () => {
  await another.stop()
  await admin.stop()
})

function withKey(credential: Credential, key: string): Credential {
  return { ...credential, 'idempotency-key': key }
}

async function setup(name: string) {
  const organization = await admin.organization(`${name}@example.com`)
  // The fixture's session expires by the system clock.
  const session = await admin.createSession(organization.caller.userId, new Date('2100-01-01T00:00:00Z'))
  return { ...organization, session, key: await admin.createKey(organization.caller, organization.orgId) }
}

describe('a repeat with the same Idempotency-Key [cp-5:5]', () => {
  it('returns the same client without its secret, and says so', async () => {
    const { key, orgId } = await setup('repeats')
    const send = () => admin.call('POST /clients', withKey(key, 'a'), { orgId, name: 'App', redirectUris })
    const first = await send()
    const second = await send()
    expect(first.body.clientSecret).toMatch(/^svcs_/)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second).toMatchObject({ status: first.status, body: { client: first.body.client, replayed: true } })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.text).not.toContain('clientSecret')
    expect(await admin.database.oAuthClient.count({ where: { orgId } })).toBe(1)
  })

  it('creates one resource in simultaneous requests to two servers', async () => {
    const { key, orgId, realmId } = await setup('simultaneous')
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? admin : another).call(`POST /realms/${realmId}/agent-tokens`, withKey(key, 'b'), {
          label: 'Office',
        }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(responses.filter(({ body }) => 'token' in body)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.replayed)).toHaveLength(5)
    expect(await admin.database.agentToken.count({ where: { realm: { orgId } } })).toBe(1)
  })

  it('creates an organization again only under another key', async () => {
    const { session } = await setup('organizations')
    const send = (key: string) => admin.call('POST /orgs', withKey(session, key), { name: 'Second' })
    const [first, repeated, other] = [await send('c'), await send('c'), await send('d')]
    expect([first.status, repeated.status, other.status]).toEqual([201, 201, 201])
    expect(repeated.body).toEqual({ ...first.body, replayed: true })
    expect(other.body.org.id).not.toBe(first.body.org.id)
  })

  it('stores no secret', async () => {
    const { session, orgId, realmId } = await setup('secrets')
    await admin.call('POST /clients', withKey(session, 'e1'), { orgId, name: 'App', redirectUris })
    await admin.call('POST /api-keys', withKey(session, 'e2'), { orgId, name: 'Key' })
    await admin.call(`POST /realms/${realmId}/agent-tokens`, withKey(session, 'e3'))
    await admin.call(`POST /realms/${realmId}/connector-credentials`, withKey(session, 'e4'))
    const stored = await admin.database.idempotencyKey.findMany({ where: { key: { startsWith: 'e' } } })
    expect(stored).toHaveLength(4)
    expect(JSON.stringify(stored)).not.toMatch(/svc[a-z]?_[A-Za-z0-9]{40}|svcs_|svca_|svcw_/)
  })

  it('is a new request after 24 hours', async () => {
    const { key, orgId } = await setup('expires')
    const send = () => admin.call('POST /clients', withKey(key, 'f'), { orgId, name: 'App', redirectUris })
    const first = await send()
    now = new Date(startsAt.getTime() + 24 * 3_600_000 - 1)
    expect((await send()).body.client.id).toBe(first.body.client.id)
    now = new Date(startsAt.getTime() + 24 * 3_600_000)
    const later = await send()
    expect(later.body.client.id).not.toBe(first.body.client.id)
    expect(later.body.clientSecret).toBeDefined()
  })

  it('is not a repeat for another caller', async () => {
    const { key, session, orgId } = await setup('callers')
    const send = (credential: Credential) =>
      admin.call('POST /clients', withKey(credential, 'g'), { orgId, name: 'App', redirectUris })
    expect((await send(key)).body.client.id).not.toBe((await send(session)).body.client.id)
  })

  it('is refused after the caller has lost the role', async () => {
    const { orgId, session: owner } = await setup('roles')
    const person = await admin.person('demoted@example.com', orgId, 'admin')
    const session = await admin.createSession(person.caller.userId, new Date('2100-01-01T00:00:00Z'))
    const send = () => admin.call('POST /clients', withKey(session, 'h'), { orgId, name: 'App', redirectUris })
    expect((await send()).status).toBe(200)
    const { body } = await admin.call(`GET /orgs/${orgId}/members`, owner)
    const { id } = body.members.find(({ email }: { email: string }) => email === 'demoted@example.com')
    await admin.call(`PATCH /members/${id}`, owner, { role: 'member' })
    expect((await send()).body.error).toBe('forbidden')
  })
})

describe('a key', () => {
  it('is refused for another body or resource [cp-5:5]', async () => {
    const { key, orgId } = await setup('others')
    await admin.call('POST /clients', withKey(key, 'i'), { orgId, name: 'App', redirectUris })
    const body = await admin.call('POST /clients', withKey(key, 'i'), { orgId, name: 'Other', redirectUris })
    const route = await admin.call('POST /realms', withKey(key, 'i'), { orgId, name: 'App' })
    for (const response of [body, route]) {
      expect(response).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_request',
          field: 'Idempotency-Key',
          message: 'Idempotency-Key was used for another request. Use a new key for each resource.',
        },
      })
    }
    expect(await admin.database.oAuthClient.count({ where: { orgId } })).toBe(1)
  })

  it('stays unused if the request fails', async () => {
    const { key, orgId } = await setup('fails')
    const send = () => admin.call('POST /realms', withKey(key, 'j'), { orgId, name: 'Second' })
    expect((await send()).body.error).toBe('plan_limit_realms')
    await admin.database.organization.update({ where: { id: orgId }, data: { plan: 'enterprise' } })
    const created = await send()
    expect(created.status).toBe(200)
    expect((await send()).body).toEqual({ ...created.body, replayed: true })
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(256)])('%j is malformed', async (text) => {
    const { key, orgId } = await setup(`malformed-${text.length}-${text.charCodeAt(0) || 0}`)
    const response = await admin.call('POST /clients', withKey(key, text), { orgId, name: 'App', redirectUris })
    expect(response.body).toMatchObject({ error: 'invalid_request', field: 'Idempotency-Key' })
  })

  it('is one of at most 10,000 in 24 hours', async () => {
    const { caller, session, orgId } = await setup('many')
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      caller: `user:${caller.userId}`,
      key: `old-${index}`,
      requestHash: '',
      expiresAt: new Date(now.getTime() + 1),
    }))
    await admin.database.idempotencyKey.createMany({ data: rows })
    const send = () => admin.call('POST /clients', withKey(session, 'k'), { orgId, name: 'App', redirectUris })
    expect((await send()).body.error).toBe('rate_limited')
    now = new Date(startsAt.getTime() + 1)
    const created = await send()
    expect(created.status).toBe(200)
  })
})

describe('the operations', () => {
  it('accept a key if they create a resource', () => {
    const creating = Object.entries<Operation>(namedOperations).filter(([name]) => name.startsWith('create'))
    expect(creating.length).toBeGreaterThan(7)
    for (const [name, { creates }] of creating) expect([name, creates]).toEqual([name, expect.anything()])
  })

  it('name a secret that their output has', () => {
    for (const [name, { creates, output }] of Object.entries<Operation>(namedOperations)) {
      if (creates?.secret === undefined) continue
      const { properties } = z.toJSONSchema(output, { unrepresentable: 'any' })
      expect([name, properties]).toEqual([name, expect.objectContaining({ [creates.secret]: expect.anything() })])
    }
  })
})

describe('a response', () => {
  it('has RateLimit headers of its key or user, also with an error [cp-5:6]', async () => {
    const { key, session, orgId } = await setup('limits')
    const listed = await admin.call(`GET /realms?orgId=${orgId}`, key)
    const refused = await admin.call('GET /realms/1000000000000000', key)
    for (const { headers } of [listed, refused]) {
      expect(headers.get('ratelimit-limit')).toBe('10000')
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    }
    const remaining = ({ headers }: typeof listed) => Number(headers.get('ratelimit-remaining'))
    expect(remaining(refused)).toBe(remaining(listed) - 1)
    const ofUser = await admin.call(`GET /realms?orgId=${orgId}`, session)
    expect(ofUser.headers.get('ratelimit-limit')).toBe(String(admin.config.userRequestsPerMinute))
  })
})
