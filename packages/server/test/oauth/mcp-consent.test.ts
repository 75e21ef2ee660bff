import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, readHeading, readLinks } from '../consent.fixture.ts'
import { hostDocument, hostUrl, setupHost } from '../mcp-client.fixture.ts'
import { parseHiddenFields, parseRedirect, seedClient } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const loopbackCallback = 'http://localhost:7777/callback'

function setup(options?: Parameters<typeof setupHost>[1]) {
  return setupHost(test.database, options)
}

/** Reads the list items of a page. */
function readAbilities(page: string) {
  return [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text)
}

describe('the consent page for a host of /mcp', () => {
  it('shows the company file, the host, who describes it, and where it leads', async () => {
    const host = await setup()
    const page = await host.open()
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('Connect <bdi>Ledger Assistant</bdi> to <bdi>Rock Castle Construction</bdi>?')
    expect(text).toContain('<dt>Described by</dt><dd>host.example</dd>')
    expect(text).toContain('redirected to host.example')
    expect(readAbilities(text)).toEqual(['Read the lists, transactions and reports in this company file'])
  })

  it('says in words what the host asks for', async () => {
    const host = await setup()
    const page = await host.open({ scope: 'bridge.delete bridge.read bridge.write' })
    expect(readAbilities(await page.text())).toEqual([
      'Read the lists, transactions and reports in this company file',
      'Create and update records in it',
      'Void and delete records in it',
    ])
  })

  it.each([
    ['read', 'Read', 'MCP hosts may read records and reports, and change nothing.'],
    ['propose', 'Propose', 'MCP hosts may propose writes. A person commits or rejects each in the portal.'],
    ['write', 'Write', 'MCP hosts may propose writes, and commit what they have proposed.'],
  ] as const)('says what the mode of the company file allows: %s', async (mode, name, meaning) => {
    const host = await setup({ mode })
    const text = await (await host.open({ scope: 'bridge.read bridge.write' })).text()
    expect(text).toContain('<bdi>Ledger Assistant</bdi> asks to:')
    expect(text).toContain(`<dt>Mode</dt><dd>${name}</dd>`)
    expect(text).toContain(`<p>The company file’s mode is ${name}: ${meaning}</p>`)
  })

  it('says who can turn MCP on, and where, and connects already', async () => {
    const host = await setup({ mode: 'off' })
    const page = await host.open()
    const text = await page.clone().text()
    expect(text).toContain('<dt>Mode</dt><dd>Off</dd>')
    expect(text).toContain('It works once an owner or admin of <bdi>Rock Castle</bdi> has chosen another mode')
    const { realmId } = host.client
    expect(await readLinks(page)).toContainEqual({
      href: `${host.baseUrl}/orgs/${realmId}/company-files/${realmId}/mcp`,
      text: 'in the portal',
    })
    expect((await host.consent()).code).toEqual(expect.any(String))
  })

  it('has no mode for a client of /v3', async () => {
    const host = await setup({ mode: 'off' })
    const { clientId, realmId } = host.client
    const page = await host.open({
      client_id: clientId,
      redirect_uri: 'https://client.example/callback',
      resource: undefined,
      realm_id: realmId,
    })
    expect(await page.text()).not.toMatch(/<dt>Mode|MCP/)
  })

  it('names the computer that the redirect stays on', async () => {
    const host = await setup()
    expect(await (await host.open({ redirect_uri: loopbackCallback })).text()).toContain('redirected to localhost:7777')
  })

  it.each([
    ['a company file', 'production', 'member', 'Ask an admin to connect'],
    ['a company file', 'production', 'viewer', 'Ask a member to connect'],
    ['a sandbox', 'sandbox', 'viewer', 'Ask a member to connect'],
  ] as const)('of %s (%s) is not for a %s', async (_name, kind, role, title) => {
    const host = await setup({ kind })
    expect(await readHeading(await host.open({}, role))).toEqual([403, title])
  })

  it('is for signed-in users only, also on a loopback address, and fetches nothing before', async () => {
    const host = await setup({ baseUrl: 'http://localhost:4000' })
    const browser = openBrowser(host.app, host.baseUrl)
    expect(await readHeading(await browser.open(host.toUrl()))).toEqual([403, 'Sign in to connect'])
    expect(host.fetched).toEqual([])
    const { clientId } = host.client
    const registered = await browser.open(
      host.toUrl({ client_id: clientId, redirect_uri: 'https://client.example/callback' }),
    )
    expect(await readHeading(registered)).toEqual([403, 'Sign in to connect'])
  })

  it('does not tell a stranger whether a company file exists', async () => {
    const host = await setup()
    const browser = openBrowser(host.app, host.baseUrl, await host.signIn())
    const [found, missing] = [host.resource, `${host.baseUrl}/mcp/9999999999999999`]
    const pages = await Promise.all([found, missing].map((resource) => browser.open(host.toUrl({ resource }))))
    const [first, second] = await Promise.all(pages.map((page) => page.text()))
    expect(pages.map(({ status }) => status)).toEqual([403, 403])
    expect(first?.replaceAll(host.client.realmId, '9999999999999999')).toBe(second)
  })
})

describe('a redirect URI of a host', () => {
  it.each([
    ['http://localhost:50123/callback', 200],
    ['http://localhost/callback', 200],
    ['http://localhost:7777/callback', 200],
    ['https://host.example/callback', 200],
    ['http://localhost:50123/other', 400],
    ['http://127.0.0.1:7777/callback', 400],
    ['http://localhost:7777@evil.example/callback', 400],
    ['http://localhost:7777.evil.example/callback', 400],
    ['http://localhost:70000/callback', 400],
    ['http://localhost.evil.example:7777/callback', 400],
    ['https://localhost:7777/callback', 400],
    ['https://host.example:8443/callback', 400],
    ['https://host.example/callback/', 400],
    ['https://evil.example/callback', 400],
  ])('may differ in the port of the loopback address only: %s [dp-4.1:loopback]', async (redirect_uri, status) => {
    const host = await setup()
    expect((await host.open({ redirect_uri })).status).toBe(status)
  })

  it('is exact for /v3, also on the loopback address [dp-4.1.1]', async () => {
    const host = await setup()
    const { clientId, realmId } = host.client
    const qbo = { client_id: clientId, resource: undefined, realm_id: realmId }
    const open = async (port: number, more = {}) =>
      (await host.open({ ...qbo, redirect_uri: `http://localhost:${port}/callback?from=bridge`, ...more })).status
    expect([await open(8000), await open(8001), await open(8001, { resource: host.resource })]).toEqual([200, 400, 200])
  })
})

describe('a metadata document', () => {
  it.each([
    ['names another client ID', { ...hostDocument, client_id: 'https://host.example/other.json' }],
    ['has no redirect URI', { ...hostDocument, redirect_uris: [] }],
    ['has no redirect URI that is allowed', { ...hostDocument, redirect_uris: ['javascript:alert(1)'] }],
    ['has a secret', { ...hostDocument, client_secret: 'secret' }],
    ['asks for an authentication', { ...hostDocument, token_endpoint_auth_method: 'private_key_jwt' }],
    ['is longer than 5 KB', { ...hostDocument, padding: 'x'.repeat(5_200) }],
    ['is no object', 'text'],
  ])('is refused if it %s', async (_name, document) => {
    const host = await setup()
    host.documents.set(hostUrl, JSON.stringify(document))
    expect(await readHeading(await host.open())).toEqual([400, 'Unknown app'])
  })

  it.each([
    'https://host.example',
    'https://host.example/',
    'http://host.example/client.json',
    'https://host.example/a/../client.json',
    'https://HOST.example/client.json',
    'https://host.example/client.json#a',
    'https://user@host.example/client.json',
    'https://host.example:443/client.json',
    'file:///etc/passwd',
  ])('is not fetched from %s', async (client_id) => {
    const host = await setup()
    expect(await readHeading(await host.open({ client_id }))).toEqual([400, 'Invalid client or redirect URI'])
    expect(host.fetched).toEqual([])
  })

  it('is fetched once for a user while its headers allow it, for a day at most', async () => {
    const host = await setup()
    const browser = openBrowser(host.app, host.baseUrl, await host.signIn('admin'))
    const fetchesAfter = async (seconds: number) => {
      host.advanceSeconds(seconds)
      await browser.open(host.toUrl())
      return host.fetched.length
    }
    expect([await fetchesAfter(0), await fetchesAfter(0)]).toEqual([1, 2])
    host.headers.cacheControl = 'public, max-age=600'
    expect([await fetchesAfter(0), await fetchesAfter(599), await fetchesAfter(1)]).toEqual([3, 3, 4])
    host.headers.cacheControl = 'max-age=999999999'
    expect([await fetchesAfter(600), await fetchesAfter(86_399), await fetchesAfter(1)]).toEqual([5, 5, 6])
  })

  it('names its host if it has no name for the app', async () => {
    const host = await setup()
    host.documents.set(hostUrl, JSON.stringify({ ...hostDocument, client_name: '\u202E' }))
    expect(await (await host.open()).text()).toContain('Connect <bdi>host.example</bdi> to')
  })

  it('is for /mcp only', async () => {
    const host = await setup()
    const { realmId } = host.client
    for (const resource of [undefined, 'https://other.example/mcp', `${host.baseUrl}/v3`])
      expect((await readHeading(await host.open({ resource, realm_id: realmId })))[1]).toBe(
        'Address of the company file required',
      )
    expect(host.fetched).toEqual([])
  })
})

describe('a consent', () => {
  it('registers the host as an app of the organization, once, with the names of its newest document [dp-4.1:document]', async () => {
    const host = await setup()
    const find = () =>
      test.database.oAuthClient.findMany({
        where: { metadataUrl: hostUrl, orgId: host.client.orgId },
        select: { id: true, name: true, redirectUris: true, secretHash: true },
      })
    await host.open()
    expect(await find()).toEqual([])
    const { userId } = await host.consent()
    const [first] = await find()
    expect(first).toMatchObject({
      name: 'Ledger Assistant',
      redirectUris: hostDocument.redirect_uris,
      secretHash: null,
    })
    const created = await test.database.auditEvent.findMany({ where: { action: 'client.create', actorId: userId } })
    expect(created).toMatchObject([{ orgId: host.client.orgId, resourceId: first?.id }])

    host.documents.set(hostUrl, JSON.stringify({ ...hostDocument, client_name: 'Renamed' }))
    await host.consent()
    expect(await find()).toEqual([{ ...first, name: 'Renamed' }])
  })

  it('is for one organization only', async () => {
    const [one, other] = [await setup(), await setup()]
    await one.consent()
    await other.consent()
    expect(await test.database.oAuthClient.count({ where: { orgId: other.client.orgId, metadataUrl: hostUrl } })).toBe(
      1,
    )
  })

  it('is not given by a form with another resource or client', async () => {
    const host = await setup()
    const other = await seedClient(test.database)
    const user = await host.signIn('admin')
    await test.database.membership.create({ data: { orgId: other.orgId, userId: user.id, role: 'admin' } })
    const browser = openBrowser(host.app, host.baseUrl, user)
    const form = parseHiddenFields(await (await browser.open(host.toUrl())).text())
    const changes: Record<string, string>[] = [
      { resource: `${host.baseUrl}/mcp/${other.realmId}` },
      { redirect_uri: loopbackCallback },
      { client_id: host.client.clientId, redirect_uri: 'https://client.example/callback' },
    ]
    for (const changed of changes)
      expect((await readHeading(await browser.submit({ ...form, ...changed })))[1]).toBe('This form is no longer valid')
    expect(parseRedirect(await browser.submit(form))).toMatchObject({ code: expect.any(String), state: 's-1' })
  })
})

describe('mistakes of a registered client', () => {
  it.each([
    ['resource of another service', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['resource with a fragment', { resource: 'https://bridge.example/mcp/1234567890123456#a' }, 'invalid_target'],
    ['resource for /v3', { resource: 'https://bridge.example/v3' }, 'invalid_target'],
    ['two company files', { realm_id: '1234567890123456' }, 'invalid_target'],
    ['scope of /v3', { scope: 'com.intuit.quickbooks.accounting' }, 'invalid_scope'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['scope of /mcp for /v3', { resource: undefined, scope: 'bridge.read', realm_id: 'own' }, 'invalid_scope'],
  ])('return to it: %s', async (_name, parameters, error) => {
    const host = await setup()
    const { clientId, realmId } = host.client
    const page = await host.open({
      client_id: clientId,
      redirect_uri: 'https://client.example/callback',
      ...parameters,
      ...('realm_id' in parameters && parameters.realm_id === 'own' && { realm_id: realmId }),
    })
    expect(parseRedirect(page)).toMatchObject({ error, state: 's-1' })
  })

  it('without a secret: asks for /v3', async () => {
    const host = await setup()
    const { clientId, realmId } = host.client
    await test.database.oAuthClient.update({ where: { id: clientId }, data: { secretHash: null } })
    const registered = { client_id: clientId, redirect_uri: 'https://client.example/callback' }
    const page = await host.open({ ...registered, resource: undefined, realm_id: realmId })
    expect(parseRedirect(page)).toMatchObject({ error: 'invalid_target' })
    expect((await host.open(registered)).status).toBe(200)
  })

  it('lets a member choose the company file for an address without one', async () => {
    const host = await setup()
    const { clientId, realmId } = host.client
    const registered = { client_id: clientId, redirect_uri: 'https://client.example/callback' }
    const chooser = await host.open({ ...registered, resource: `${host.baseUrl}/mcp` })
    expect([chooser.status, await chooser.text()]).toEqual([200, expect.stringContaining(`realm_id=${realmId}`)])
    const chosen = await host.open({ ...registered, resource: `${host.baseUrl}/mcp`, realm_id: realmId })
    expect(chosen.status).toBe(200)
  })
})
