import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const minuteMs = 60_000

let now = new Date('2026-03-02T09:00:00Z')
let admin: TestAdmin
beforeAll(async () => {
  const config = { pairingAttemptsPerMinute: 6, maxPairingAttemptsPerMinute: 9, maxAgentTokens: 3, trustProxy: true }
  admin = await startAdmin({ clock: () => now, config })
})
afterAll(() => admin.stop())

let count = 0
let organization: Awaited<ReturnType<TestAdmin['organization']>>
beforeEach(async () => {
  // Another minute: the tests do not share the attempt limits.
  now = new Date(now.getTime() + minuteMs)
  count += 1
  organization = await admin.organization(`pairs-${count}@example.com`)
})

async function createCode(): Promise<string> {
  const { status, body } = await admin.call(`POST /realms/${organization.realmId}/pairing-codes`, organization.session)
  expect(status).toBe(201)
  return body.code
}

/** Redeems a code as an agent does. */
async function pair(sent: unknown, address = '203.0.113.7', { app }: Pick<TestAdmin, 'app'> = admin) {
  const response = await app.request('/agent/pair', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** Returns the headers except the request ID. */
function withoutIds(headers: Headers) {
  return [...headers].filter(([name]) => !['x-request-id', 'intuit_tid'].includes(name))
}

function asAgent(code: string) {
  return { code, name: 'Front desk' }
}

describe('a pairing code', () => {
  it('is redeemed for an agent token, however it is typed [cp-4:pairing-codes] [cp-4:pair]', async () => {
    const code = await createCode()
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{9}$/)
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    const { status, headers, body } = await pair({ code: typed, name: ' Front desk ', version: '1.2.0', later: true })
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      token: expect.stringMatching(/^svca_[0-9A-Za-z]{36}$/),
      realmId: organization.realmId,
      realmName: 'Company',
    })
    const realm = await admin.call(`GET /realms/${organization.realmId}`, organization.session)
    expect(realm.body.agentTokens).toMatchObject([{ label: 'Front desk', revoked: false }])
  })

  it('is stored as a keyed hash, and audited when it is issued and redeemed', async () => {
    const code = await createCode()
    const { body } = await pair({ ...asAgent(code), version: '1.2.0' })
    const { events } = (await admin.call(`GET /audit-events?orgId=${organization.orgId}`, organization.session)).body
    expect(events.slice(0, 2)).toMatchObject([
      {
        action: 'agent-token.pair',
        address: '203.0.113.7',
        details: { realmId: organization.realmId, label: 'Front desk', agentVersion: '1.2.0' },
      },
      { action: 'pairing-code.create', details: { realmId: organization.realmId } },
    ])
    const stored = JSON.stringify([
      await admin.database.pairingCode.findMany(),
      await admin.database.agentToken.findMany(),
      await admin.database.auditEvent.findMany(),
    ])
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(body.token)
  })

  it('is refused with the same bytes, whether it is unknown, used, replaced or expired [cp-4:pair]', async () => {
    const used = await createCode()
    expect((await pair(asAgent(used))).status).toBe(201)
    const replaced = await createCode()
    const expired = await createCode()
    now = new Date(now.getTime() + 10 * minuteMs)
    const unknown = await pair(asAgent('AAAAAAAA'))
    expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found'])
    for (const code of [used, replaced, expired, 'not a code']) {
      const { status, text, headers } = await pair(asAgent(code))
      expect([status, text, ...withoutIds(headers)]).toEqual([404, unknown.text, ...withoutIds(unknown.headers)])
    }
    expect(await admin.database.agentToken.count({ where: { realmId: organization.realmId } })).toBe(1)
  })

  it('stores the name of an agent without hidden characters', async () => {
    const { realmId, session } = organization
    expect((await pair({ code: await createCode(), name: 'Front\u202E desk\n' })).status).toBe(201)
    const realm = await admin.call(`GET /realms/${realmId}`, session)
    expect(realm.body.agentTokens).toMatchObject([{ label: 'Front desk' }])
  })

  it('is redeemed while the session secret is rotated, and not once the previous one ends', async () => {
    const ended = await admin.startSecondServer({ sessionSecret: 'next-secret' })
    const rotated = await admin.startSecondServer({
      sessionSecret: 'next-secret',
      sessionSecretsAccepted: [admin.config.sessionSecret],
    })
    const code = await createCode()
    expect((await pair(asAgent(code), undefined, ended)).status).toBe(404)
    expect((await pair(asAgent(code), undefined, rotated)).status).toBe(201)
    await ended.stop()
    await rotated.stop()
  })

  it('is redeemed by one of several agents at once', async () => {
    const code = await createCode()
    const responses = await Promise.all(['a', 'b', 'c', 'd'].map((name) => pair({ code, name })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404])
  })

  it.each(['member', 'nobody'] as const)(
    'ends when its issuer becomes a %s of the organization [cp-5:8]',
    async (role) => {
      const { orgId, realmId, session } = organization
      const leaver = await admin.person(`leaver-${count}@example.com`, orgId, 'admin')
      const { code } = (await admin.call(`POST /realms/${realmId}/pairing-codes`, leaver.session)).body
      const { id } = await admin.database.membership.findFirstOrThrow({
        where: { orgId, userId: leaver.caller.userId },
      })
      if (role === 'member') await admin.call(`PATCH /members/${id}`, session, { role })
      else await admin.call(`DELETE /members/${id}`, session)
      expect((await pair(asAgent(code))).status).toBe(404)
    },
  )

  it('checks the role of its issuer when it is redeemed', async () => {
    const code = await createCode()
    const where = { orgId_userId: { orgId: organization.orgId, userId: organization.caller.userId } }
    await admin.database.membership.update({ where, data: { role: 'member' } })
    expect((await pair(asAgent(code))).status).toBe(404)
  })

  it('is for company files of QuickBooks Desktop only [cp-7:sandbox_realm]', async () => {
    const { sandboxRealmId, session } = organization
    const { status, body } = await admin.call(`POST /realms/${sandboxRealmId}/pairing-codes`, session)
    expect([status, body.error]).toEqual([409, 'sandbox_realm'])
  })

  it('counts as the agent token that it becomes [cp-7:quota_reached]', async () => {
    const { realmId, session } = organization
    const createToken = () => admin.call(`POST /realms/${realmId}/agent-tokens`, session)
    for (let time = 1; time <= 2; time += 1) expect((await createToken()).status).toBe(200)
    const code = await createCode()
    expect((await createToken()).body.error).toBe('quota_reached')
    expect((await pair(asAgent(code))).status).toBe(201)
    const further = await admin.call(`POST /realms/${realmId}/pairing-codes`, session)
    expect(further.body.error).toBe('quota_reached')
  })
})

describe('POST /agent/pair', () => {
  it('limits the attempts of an address, and of all addresses [cp-4:pair] [cp-7:rate_limited]', async () => {
    const code = await createCode()
    const statuses = []
    for (let time = 1; time <= 7; time += 1) statuses.push((await pair(asAgent('AAAAAAAA'))).status)
    expect(statuses).toEqual([...Array(6).fill(404), 429])
    const others = []
    for (let host = 1; host <= 4; host += 1) others.push(await pair(asAgent('AAAAAAAA'), `198.51.100.${host}`))
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 429])
    expect(others.at(-1)?.headers.get('retry-after')).toBe('60')
    now = new Date(now.getTime() + minuteMs)
    expect((await pair(asAgent(code))).status).toBe(201)
  })

  it('does not count a code that is mistyped', async () => {
    const code = await createCode()
    const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`
    for (let time = 1; time <= 12; time += 1) expect((await pair(asAgent(wrong))).status).toBe(404)
    expect((await pair(asAgent(code))).status).toBe(201)
  })

  it('limits the attempts of a network of IPv6, which does not keep others from pairing [cp-4:pair]', async () => {
    // For an address 2, for a /56 3, and for a /48 6.
    const config = { pairingAttemptsPerMinute: 2, maxPairingAttemptsPerMinute: 60 }
    const server = await admin.startSecondServer(config)
    const code = await createCode()
    const attempt = async (address: string) => (await pair(asAgent('AAAAAAAA'), address, server)).status
    const attempts = async (addresses: readonly string[]) => {
      const statuses = []
      for (const address of addresses) statuses.push(await attempt(address))
      return statuses
    }
    expect(await attempts(['2001:db8::1', '2001:db8::2', '2001:db8::3'])).toEqual([404, 404, 429])
    expect(await attempts(['2001:db8:0:1::', '2001:db8:0:2::', '2001:db8:0:ff::'])).toEqual([404, 429, 429])
    const homes = Array.from({ length: 200 }, (_, index) => `2001:db8:0:${((index % 250) + 1).toString(16)}00::1`)
    expect((await attempts(homes)).filter((status) => status === 404)).toHaveLength(3)
    expect(await attempt('2001:db8:1::1')).toBe(404)
    expect((await pair(asAgent(code), '2001:db8:2::1', server)).status).toBe(201)
    await server.stop()
  })

  it.each([
    ['no JSON', 'code'],
    ['no name', { code: 'AAAAAAAA' }],
    ['an empty name', { code: 'AAAAAAAA', name: ' ' }],
    ['a name of hidden characters', { code: 'AAAAAAAA', name: '\u0000\u202E' }],
    ['a long code', { code: 'A'.repeat(41), name: 'PC' }],
    ['a code that is no text', { code: 12345678, name: 'PC' }],
    ['a large body', { code: 'AAAAAAAA', name: 'PC', more: 'x'.repeat(5_000) }],
  ])('rejects %s', async (_name, sent) => {
    const { status, body } = await pair(sent)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it('is only a POST', async () => {
    const response = await admin.app.request('/agent/pair')
    expect([response.status, (await response.json()).error]).toEqual([404, 'not_found'])
  })
})

describe('a set-up link', () => {
  /** Creates a link, and returns functions called by its page. */
  async function openLink() {
    const { realmId, session } = organization
    const { body } = await admin.call(`POST /realms/${realmId}/setup-links`, session)
    const token = String(body.url).split('/').at(-1) ?? ''
    const { setup } = await admin.portal.caller(new Headers())
    return {
      id: body.setupLink.id as string,
      issue: async () => (await setup.pair({ token })).code,
      canPair: async () => (await setup.state({ token })).canPair,
    }
  }

  it('issues one pairing code at a time, until one is redeemed [cp-4:setup-page]', async () => {
    const { issue, canPair } = await openLink()
    const earlier = await issue()
    const code = await issue()
    expect(await canPair()).toBe(true)
    expect((await pair(asAgent(earlier))).status).toBe(404)
    expect((await pair(asAgent(code))).status).toBe(201)
    expect(await canPair()).toBe(false)
    await expect(issue()).rejects.toThrow('An agent was paired through this link already.')
  })

  it('leaves the code of an admin valid', async () => {
    const code = await createCode()
    const { issue } = await openLink()
    await issue()
    expect((await pair(asAgent(code))).status).toBe(201)
  })

  it('ends its code when it is revoked', async () => {
    const { id, issue } = await openLink()
    const code = await issue()
    expect((await admin.call(`DELETE /setup-links/${id}`, organization.session)).status).toBe(204)
    expect((await pair(asAgent(code))).status).toBe(404)
    await expect(issue()).rejects.toThrow('This link doesn’t work.')
  })

  it('issues no code that is valid longer than itself', async () => {
    const { issue } = await openLink()
    now = new Date(now.getTime() + 7 * 24 * 60 * minuteMs - 2 * minuteMs)
    await issue()
    const { createdAt, expiresAt } = await admin.database.pairingCode.findFirstOrThrow({
      orderBy: { createdAt: 'desc' },
    })
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(2 * minuteMs)
  })
})
