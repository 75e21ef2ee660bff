import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
let session: Credential
let key: Credential
let orgId: string

function basic(user: string, password: string): Credential {
  return {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  }
}
const operator = basic('operator', 'pässword: with colon')

beforeAll(async () => {
  const passwordsAccepted = ['the next password']
  const adminGate = { user: 'operator', password: 'pässword: with colon', passwordsAccepted }
  admin = await startAdmin({ config: { adminGate, apiKeyRequestsPerMinute: 6, signInRequestsPerMinute: 1_000 } })
  const org = await admin.organization()
  session = org.session
  orgId = org.orgId
  key = await admin.createKey(org.caller, orgId)
})
afterAll(() => admin.stop())

async function ask(path: string, headers: Credential = {}) {
  const response = await admin.app.request(path, { headers })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() }
}

describe('createBasicGate [cp-5:3]', () => {
  it.each([
    ['no credentials', {}],
    ['another password', basic('operator', 'wrong')],
    ['another user', basic('root', 'pässword: with colon')],
    ['only the user name', basic('operator', '')],
    ['another scheme', { authorization: 'Bearer operator' }],
    ['malformed Basic credentials', { authorization: 'Basic %%%' }],
    ['an unknown API key', { 'x-api-key': 'svc_unknown' }],
  ])('rejects %s, even with a session', async (_what, headers) => {
    const paths = ['/admin/v1/orgs', '/admin/v1/nothing', '/admin/v1', '/admin/v1/auth/csrf', '/admin/v1/auth/nothing']
    for (const path of paths) {
      const { status, challenge, text } = await ask(path, { ...session, ...headers })
      expect([path, status, challenge]).toEqual([path, 401, 'Basic realm="Bridge Service", charset="UTF-8"'])
      expect(JSON.parse(text)).toEqual({ error: 'unauthenticated', message: expect.stringContaining('HTTP Basic') })
    }
  })

  it('accepts the operator’s credentials, which do not replace a session or a key', async () => {
    expect((await ask('/admin/v1/orgs', operator)).status).toBe(401)
    expect((await ask('/admin/v1/orgs', operator)).challenge).toBeNull()
    expect((await ask('/admin/v1/orgs', { ...operator, ...session })).status).toBe(200)
    expect((await ask('/admin/v1/orgs', { ...operator, ...key })).status).toBe(200)
    expect((await ask('/admin/v1/orgs', { ...operator, 'x-api-key': 'svc_unknown' })).status).toBe(401)
    expect((await ask('/admin/v1/auth/csrf', operator)).status).toBe(200)
  })

  it('accepts the next password while it is rotated, for the same user', async () => {
    expect((await ask('/admin/v1/auth/csrf', basic('operator', 'the next password'))).status).toBe(200)
    expect((await ask('/admin/v1/auth/csrf', basic('root', 'the next password'))).status).toBe(401)
  })

  it('accepts a valid API key everywhere except for sign-in', async () => {
    expect((await ask('/admin/v1/orgs', key)).status).toBe(200)
    expect((await ask(`/admin/v1/realms?orgId=${orgId}`, key)).status).toBe(200)
    expect((await ask('/admin/v1/nothing', key)).status).toBe(404)
    for (const path of ['/csrf', '/signin', '/callback/email?token=x', '/%63srf', '']) {
      expect([path, (await ask(`/admin/v1/auth${path}`, key)).status]).toEqual([path, 401])
    }
    expect((await ask('/admin/v1/%61uth/csrf', key)).status).toBe(401)
  })

  it('rejects every password from an address with too many wrong ones for a minute', async () => {
    const now = new Date('2026-03-04T05:06:20Z')
    const adminGate = { user: 'operator', password: 'pässword: with colon' }
    const own = await startAdmin({ config: { adminGate, signInRequestsPerMinute: 3 }, clock: () => now })
    try {
      const { caller, orgId } = await own.organization()
      const getStatus = async (headers: Credential, path = '/admin/v1/orgs') => {
        const response = await own.app.request(path, { headers })
        return [response.status, response.headers.get('retry-after')]
      }
      const theirs = await own.createKey(caller, orgId)
      const guess = basic('operator', 'guess')
      for (const headers of [{}, guess, guess, operator, guess]) expect((await getStatus(headers))[0]).toBe(401)
      for (const headers of [guess, operator]) {
        expect(await getStatus(headers)).toEqual([429, '40'])
        expect(await getStatus(headers, '/admin/v1/auth/csrf')).toEqual([429, '40'])
      }
      expect(await getStatus({ ...guess, ...theirs })).toEqual([200, null])
    } finally {
      await own.stop()
    }
  })

  it('rejects a revoked key', async () => {
    const { caller, orgId } = await admin.organization('revokes@example.com')
    const theirs = await admin.createKey(caller, orgId)
    expect((await ask('/admin/v1/orgs', theirs)).status).toBe(200)
    await admin.database.apiKey.updateMany({ where: { orgId }, data: { revokedAt: admin.clock() } })
    expect((await ask('/admin/v1/orgs', theirs)).challenge).toContain('Basic')
  })

  it('counts a request with a key once', async () => {
    const { caller, orgId } = await admin.organization('counts@example.com')
    const theirs = await admin.createKey(caller, orgId)
    const responses = await Promise.all(Array.from({ length: 7 }, () => ask('/admin/v1/orgs', theirs)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('protects nothing else', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/.well-known/openid_configuration']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
    expect((await ask('/v3/company/1/customer/1')).challenge).toContain('Bearer')
  })
})
