import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Role } from '@bridge/identity/access/owned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, readHeading, readLinks } from '../consent.fixture.ts'
import { hostUrl, setupHost } from '../mcp-client.fixture.ts'
import { parseHiddenFields, parseRedirect, seedClient } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Creates a host that knows the address `/mcp`, and its user's second organization. */
async function setup({ role = 'admin', otherRole }: { readonly role?: Role; readonly otherRole?: Role } = {}) {
  const host = await setupHost(test.database)
  const other = await seedClient(test.database, { org: 'Other & Co', realm: 'Books of the other' })
  await seedClient(test.database, { realm: 'Books of strangers' })
  const user = await host.findMember(role)
  if (otherRole)
    await test.database.membership.create({ data: { orgId: other.orgId, userId: user.id, role: otherRole } })
  const resource = `${host.baseUrl}/mcp`
  const browser = openBrowser(host.app, host.baseUrl, user)
  return { ...host, other, user, resource, browser, url: host.toUrl({ resource }) }
}

async function readChoices(response: Response) {
  return (await readLinks(response)).filter(({ href }) => href.includes('realm_id='))
}

describe('a host with a metadata document and the address without a company file', () => {
  it('lets its user choose among the company files of all organizations [dp-4.1:choose]', async () => {
    const { browser, url } = await setup({ otherRole: 'owner' })
    const page = await browser.open(url)
    expect(await readHeading(page.clone())).toEqual([200, 'Choose a company file'])
    const text = await page.clone().text()
    expect(text).toContain('<bdi>Ledger Assistant</bdi>, described by host.example, asks to connect to a company file.')
    expect(text).not.toMatch(/strangers|realm_id<\/code>/)
    expect((await readChoices(page)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Books of the other\s+Other &amp; Co/),
      expect.stringMatching(/^Rock Castle Construction/),
    ])
  })

  it.each([
    ['owner', true],
    ['admin', true],
    ['member', false],
    ['viewer', false],
  ] as const)('offers what each role may connect: %s', async (otherRole, isOffered) => {
    const { browser, url, other } = await setup({ otherRole })
    const choices = await readChoices(await browser.open(url))
    expect(choices.some(({ href }) => href.includes(other.realmId))).toBe(isOffered)
  })

  it('goes on to the consent, and to a token for the chosen company file only', async () => {
    const host = await setup({ otherRole: 'admin' })
    const { browser, url, other, client, resource, user } = host
    const [choice] = (await readChoices(await browser.open(url))).filter(({ href }) => href.endsWith(other.realmId))
    const page = await browser.open(`/oauth2/v1/${choice?.href}`)
    expect(await readHeading(page.clone())).toEqual([200, 'Connect Ledger Assistant to Books of the other?'])
    const { code } = parseRedirect(await browser.submit(parseHiddenFields(await page.text())))
    const exchanged = await host.exchange(code, { resource })
    const { access_token, refresh_token } = (await exchanged.json()) as Record<string, string>
    const connections = await test.database.connection.findMany({
      where: { consenterId: user.id },
      select: { audience: true, realmId: true, client: { select: { orgId: true, metadataUrl: true } } },
    })
    expect(connections).toEqual([
      { audience: 'mcp', realmId: other.realmId, client: { orgId: other.orgId, metadataUrl: hostUrl } },
    ])
    const call = async (realmId?: string) => {
      const caller = await host.authenticateMcpCaller(`Bearer ${access_token}`, realmId)
      return caller instanceof Response ? caller.status : caller.realmId
    }
    expect([await call(), await call(other.realmId), await call(client.realmId)]).toEqual([
      other.realmId,
      other.realmId,
      401,
    ])
    const others = { resource: `${resource}/${client.realmId}` }
    expect((await host.refresh(refresh_token ?? '', others)).status).toBe(400)
    expect((await host.refresh(refresh_token ?? '', { resource })).status).toBe(200)
  })

  it('does not lead to a company file of strangers', async () => {
    const { browser, url, other } = await setup()
    expect(await readHeading(await browser.open(`${url}&realm_id=${other.realmId}`))).toEqual([
      403,
      'Unknown company file',
    ])
  })

  it('finds company files by name', async () => {
    const { browser, url } = await setup({ otherRole: 'admin' })
    const found = await readChoices(await browser.open(`${url}&company_file=OTHER`))
    expect(found.map(({ text }) => text)).toEqual([expect.stringMatching(/^Books of the other/)])
  })

  it('asks strangers to sign in, and fetches nothing before', async () => {
    const { app, baseUrl, url, fetched } = await setup()
    expect(await readHeading(await openBrowser(app, baseUrl).open(url))).toEqual([403, 'Sign in to connect'])
    expect(fetched).toEqual([])
  })

  it.each([
    ['member', 'Let an owner or admin connect the app'],
    ['viewer', 'You have no company file yet'],
  ] as const)('says why there is none for a %s', async (role, text) => {
    const { browser, url } = await setup({ role })
    const page = await (await browser.open(url)).text()
    expect(page).toContain(text)
    expect(page).not.toContain('Rock Castle Construction')
  })

  it('says that an organization requires a second factor', async () => {
    const { browser, url, client } = await setup()
    await test.database.organization.update({ where: { id: client.orgId }, data: { requiresSecondFactor: true } })
    const page = await (await browser.open(url)).text()
    expect(page).toContain('The organization requires a second factor')
    expect(page).not.toContain('Rock Castle')
  })

  it('returns to the host on Cancel', async () => {
    const { browser, url } = await setup()
    const cancel = (await readLinks(await browser.open(url))).find(({ text }) => text === 'Cancel')
    expect(cancel?.href).toMatch(/^https:\/\/host\.example\/callback\?error=access_denied&state=s-1&iss=/)
  })

  it('offers nothing with a redirect URI that the document does not have', async () => {
    const { browser, toUrl, resource } = await setup()
    const page = await browser.open(toUrl({ resource, redirect_uri: 'https://evil.example/callback' }))
    expect(await readHeading(page)).toEqual([400, 'Invalid client or redirect URI'])
  })

  it('is invalid_request for a program', async () => {
    const { app, url, user } = await setup()
    const response = await app.request(url, { headers: { cookie: `user=${user.id}` } })
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })
})

it('asks for more scopes with the metadata of the address that was called', async () => {
  const { refuseScope, baseUrl, client } = await setup()
  const scopes = new Set(['bridge.read'] as const)
  const challenge = refuseScope({ scopes, realmId: undefined }, 'bridge.write').headers.get('www-authenticate')
  expect(challenge).toContain(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`)
  expect(challenge).not.toContain(client.realmId)
})
