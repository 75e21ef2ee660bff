import { type DemoCall, demoQueries } from '@bridge/control-plane/portal/demo-queries'
import { hashSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

let open: OpenPortal
let ada: Browser
let eve: Browser
let adasOrg: string

interface TrpcResponse {
  readonly result?: { readonly data: unknown }
  readonly error?: {
    readonly message: string
    readonly data: { readonly problem?: { readonly code: string }; readonly stack?: string }
  }
}

async function query(browser: Browser, path: string, input?: unknown) {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await (await browser.request(`/trpc/${path}${search}`)).json()) as TrpcResponse
}

async function mutate(browser: Browser, path: string, input: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify(input)
  const response = await browser.request(`/trpc/${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      origin: 'http://localhost:4000',
      ...headers,
    },
  })
  return { status: response.status, body: (await response.json()) as TrpcResponse }
}

beforeAll(async () => {
  open = await openPortal()
  ada = await signIn(open, 'ada@example.com')
  eve = await signIn(open, 'eve@example.com')
  const { result } = await query(ada, 'listOrganizations')
  adasOrg = (result?.data as { orgs: { id: string }[] } | undefined)?.orgs[0]?.id ?? ''
})
afterAll(() => open.close())

describe('the portal’s procedures', () => {
  it('respond to a signed-in member', async () => {
    const { result } = await query(ada, 'listRealms', { orgId: adasOrg })
    expect(result?.data).toMatchObject({ realms: [{ name: 'Sandbox', kind: 'sandbox', online: true }] })
  })

  it('respond to others as if the resource did not exist', async () => {
    const signedOut = await query(openBrowser(open), 'listRealms', { orgId: adasOrg })
    expect(signedOut.error?.data.problem?.code).toBe('unauthenticated')
    const foreign = await query(eve, 'listRealms', { orgId: adasOrg })
    const missing = await query(eve, 'listRealms', { orgId: 'nowhere' })
    expect(foreign.error?.data.problem?.code).toBe('not_found')
    expect(foreign.error).toEqual(missing.error)
  })

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['a site that the browser calls cross-site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('reject a mutation from %s', async (_, headers) => {
    const { status, body } = await mutate(ada, 'createOrganization', { name: 'Forged' }, headers)
    expect([status, body.error?.data.problem?.code]).toEqual([403, 'forbidden'])
    expect(await open.database.organization.count({ where: { name: 'Forged' } })).toBe(0)
  })

  it('create an organization with a sandbox', async () => {
    const { body } = await mutate(ada, 'createOrganization', { name: 'Rock Castle' })
    expect(body.result?.data).toMatchObject({ org: { name: 'Rock Castle', slug: 'rock-castle', role: 'owner' } })
    expect(await open.database.realm.count({ where: { org: { name: 'Rock Castle' }, kind: 'sandbox' } })).toBe(1)
  })

  it('return the code of a problem [cp-7:sandbox_exists]', async () => {
    const { status, body } = await mutate(ada, 'createSandbox', { orgId: adasOrg })
    expect([status, body.error?.data.problem?.code]).toEqual([409, 'sandbox_exists'])
  })

  it('describe invalid input in one sentence', async () => {
    const { status, body } = await mutate(ada, 'createOrganization', { name: 'nul \u0000' })
    expect([status, body.error?.message]).toEqual([400, 'name must not contain U+0000 (null), which is character 5.'])
  })

  it('log an unexpected error without returning it', async () => {
    const broken = await openPortal()
    try {
      const browser = await signIn(broken, 'ada@example.com')
      await broken.database.$executeRaw`ALTER TABLE membership RENAME TO elsewhere`
      const { error } = await query(browser, 'listOrganizations')
      expect(error?.message).toBe(
        'Something failed on our side. Try again. If it keeps failing, tell us when it happened.',
      )
      expect(JSON.stringify(error)).not.toMatch(/membership|prisma|node_modules/i)
      expect(broken.lines.join('')).toContain('membership')
    } finally {
      await broken.close()
    }
  })

  it('accept up to 20 calls per request', async () => {
    const called = async (times: number) =>
      openBrowser(open).request(`/trpc/${Array.from({ length: times }, () => 'session.user').join(',')}?batch=1`)
    expect(await (await called(20)).json()).toHaveLength(20)
    const refused = await called(21)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('maximum size')])
  })

  it('reject a body over 64 KiB', async () => {
    const { status } = await mutateRaw('x'.repeat(70_000))
    expect(status).toBe(413)
  })
})

function mutateRaw(body: string) {
  return ada.request('/trpc/createOrganization', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
  })
}

describe('the quick-start token', () => {
  it('is an access token for the sandbox, of a client that is registered on first use', async () => {
    const first = (await mutate(ada, 'quickStart.issueToken', { orgId: adasOrg })).body.result?.data as Record<
      string,
      string
    >
    expect(first).toMatchObject({
      clientId: expect.stringMatching(/^svcc_/),
      clientSecret: expect.stringMatching(/^svcs_/),
    })
    const row = await open.database.accessToken.findUniqueOrThrow({
      where: { tokenHash: hashSecret(first.accessToken ?? '') },
      include: { connection: { include: { realm: true } } },
    })
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(3_600_000)
    expect(row.connection).toMatchObject({
      clientId: first.clientId,
      revokedAt: null,
      realm: { kind: 'sandbox', orgId: adasOrg },
    })

    const second = (await mutate(ada, 'quickStart.issueToken', { orgId: adasOrg })).body.result?.data as Record<
      string,
      string
    >
    expect(second.clientId).toBe(first.clientId)
    expect(second.clientSecret).toBeUndefined()
    expect(second.accessToken).not.toBe(first.accessToken)
  })

  it('is refused to a stranger, and to a member who would have to register a client', async () => {
    const stranger = await mutate(eve, 'quickStart.issueToken', { orgId: adasOrg })
    expect(stranger.body.error?.data.problem?.code).toBe('not_found')
    const org = await open.database.organization.findFirstOrThrow({ where: { name: "eve's organization" } })
    const user = await open.database.user.findUniqueOrThrow({ where: { email: 'ada@example.com' } })
    await open.database.membership.create({ data: { orgId: org.id, userId: user.id, role: 'member' } })
    const member = await mutate(ada, 'quickStart.issueToken', { orgId: org.id })
    expect(member.body.error?.data.problem?.code).toBe('forbidden')
    expect(await open.database.auditEvent.findMany({ where: { orgId: org.id, action: 'access.deny' } })).toMatchObject([
      { actorId: user.id, details: { operation: 'quickStart.issueToken', role: 'member', needs: 'admin' } },
    ])
  })
})

describe('calls in this process', () => {
  it('run as the user of the request', async () => {
    const headers = new Headers({ cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
    const caller = await open.portal.caller(headers)
    expect(await caller.session.user()).toMatchObject({ email: 'ada@example.com' })
    expect(await (await open.portal.caller(new Headers())).session.user()).toBeNull()
  })
})

describe('the call of the landing page', () => {
  it.each(demoQueries)('runs without an account: %s', async (text) => {
    const { result } = await query(openBrowser(open), 'demoCall', { query: text })
    const call = result?.data as DemoCall
    expect(Object.values(JSON.parse(call.json).QueryResponse)[0]).toHaveLength(text.includes('MAXRESULTS 2') ? 2 : 3)
    expect(call.requestXml).toContain('QueryRq')
    expect(call.responseXml).toContain('QueryRs')
    expect(call.responseXml.length).toBeLessThan(6_100)
  })

  it('explains a failed write as the request page does', async () => {
    const caller = await open.portal.caller(new Headers())
    expect(await caller.demoFailure()).toMatchObject({
      sentence: 'QuickBooks refused the invoice: the record is locked in QuickBooks Desktop (status 3175).',
      posted: { answer: 'no', because: 'The fault guarantees that nothing was written.', repeat: 'is-new' },
      fault: { causes: ['A user has the record open in QuickBooks Desktop.'] },
    })
  })

  it('runs no other query', async () => {
    const { error } = await query(openBrowser(open), 'demoCall', { query: 'SELECT * FROM Vendor' })
    expect(error?.message).toMatch(/query/)
  })
})
