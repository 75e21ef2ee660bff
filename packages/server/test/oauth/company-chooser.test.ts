import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, publicUrl, readHeading, readLinks, setupConsent } from '../consent.fixture.ts'
import { authorizeUrl, parseHiddenFields, parseRedirect, seedClient, testConfig } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Creates an organization with a production realm and a sandbox, and another organization. */
async function setup(options?: Parameters<typeof setupConsent>[1]) {
  const service = await setupConsent(test.database, options)
  const { client } = service
  const sandboxId = String(BigInt(client.realmId) + 5_000_000_000_000_000n)
  await test.database.realm.create({
    data: { id: sandboxId, orgId: client.orgId, name: 'Practice <b>books</b>', kind: 'sandbox' },
  })
  await seedClient(test.database, { realm: 'Books of strangers' })
  const url = authorizeUrl(client, { realm_id: undefined, scope: 'com.intuit.quickbooks.accounting openid' })
  return { ...service, sandboxId, url }
}

/** What only members may learn: the names of the app, the organization and its company files. */
const names = /Robot|Rock Castle|Practice/

const heading = 'Choose a company file'

describe('an authorize request without a realm ID', () => {
  it.each([
    ['owner', ['Practice', 'Rock Castle Construction']],
    ['admin', ['Practice', 'Rock Castle Construction']],
    ['member', ['Practice']],
  ] as const)('lets each role choose what it may connect, by name: %s [dp-4.1:choose]', async (role, expected) => {
    const { app, url, signIn } = await setup()
    const browser = openBrowser(app, publicUrl, await signIn(role))
    const response = await browser.open(url)
    expect(await readHeading(response.clone())).toEqual([400, heading])
    const page = await response.clone().text()
    expect(page).toContain('Practice &lt;b&gt;books&lt;/b&gt;')
    expect(page).not.toContain('Books of strangers')
    const choices = (await readLinks(response)).filter(({ href }) => href.includes('realm_id='))
    expect(choices.map(({ text }) => text)).toEqual(expected.map((name) => expect.stringMatching(`^${name}`)))
  })

  it('goes on with the same request and the chosen realm, to the consent [dp-4.1:choose]', async () => {
    const { app, client, signIn, sandboxId, database } = await setup()
    const state = 'a b+c&d=e%20#\r\n"<>é'
    const url = authorizeUrl(client, { realm_id: undefined, state, scope: 'com.intuit.quickbooks.accounting openid' })
    const browser = openBrowser(app, publicUrl, await signIn('admin'))
    const [choice] = (await readLinks(await browser.open(`${url}&realm_id=`))).filter(({ href }) =>
      href.endsWith(sandboxId),
    )
    const page = await browser.open(`/oauth2/v1/${choice?.href}`)
    expect(await readHeading(page.clone())).toEqual([
      200,
      'Connect Invoice Robot to Practice &lt;b&gt;books&lt;/b&gt;?',
    ])
    const redirect = parseRedirect(await browser.submit(parseHiddenFields(await page.text())))
    expect(redirect).toEqual({ code: expect.any(String), realmId: sandboxId, state, iss: publicUrl })
    expect(await database.authorizationCode.findFirst({ where: { clientId: client.clientId } })).toMatchObject({
      scope: 'com.intuit.quickbooks.accounting openid',
    })
  })

  it('finds a company file among many by part of its name or its realm ID, with the same request [dp-4.1:choose]', async () => {
    const { app, client, signIn, database } = await setup()
    const first = BigInt(client.realmId) + 1_000_000_000_000_000n
    await database.realm.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({
        id: String(first + BigInt(index)),
        orgId: client.orgId,
        name: `Books ${String(index).padStart(3, '0')}${index === 115 ? ' of a 50% shop_' : ''}`,
        kind: 'production' as const,
      })),
    })
    const state = 'a b+c&d=e%20#"<>é'
    const url = authorizeUrl(client, { realm_id: undefined, state })
    const browser = openBrowser(app, publicUrl, await signIn('owner'))
    const readChoices = async (response: Response) =>
      (await readLinks(response)).filter(({ href }) => href.includes('realm_id='))

    const response = await browser.open(url)
    const fields = parseHiddenFields(await response.clone().text())
    expect(await readChoices(response)).toHaveLength(100)
    const search = (company_file: string) =>
      browser.open(`/oauth2/v1/authorize?${new URLSearchParams({ ...fields, company_file })}`)
    const [found, ...others] = await readChoices(await search(' 50% SHOP_'))
    expect([found?.text, others]).toEqual([expect.stringContaining('Books 115 of a 50% shop_'), []])
    expect((await readChoices(await search(String(first)))).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Books 000/),
    ])
    expect(await readChoices(await search('%'))).toHaveLength(1)
    const nothing = await search('"><script>')
    expect(await nothing.text()).toMatch(/No company file has this name(?:(?!<script).)*$/s)

    const page = await browser.open(`/oauth2/v1/${found?.href}`)
    const redirect = parseRedirect(await browser.submit(parseHiddenFields(await page.text())))
    expect(redirect).toMatchObject({ realmId: String(first + 115n), state })
  })

  it('returns to the app on Cancel, with access_denied and state', async () => {
    const { app, url, signIn } = await setup()
    const browser = openBrowser(app, publicUrl, await signIn('admin'))
    const cancel = (await readLinks(await browser.open(url))).find(({ text }) => text === 'Cancel')
    expect(cancel?.href).toMatch(/^https:\/\/client\.example\/callback\?/)
    expect(Object.fromEntries(new URL(cancel?.href ?? '').searchParams)).toEqual({
      error: 'access_denied',
      state: 's-1',
      iss: publicUrl,
    })
  })

  it.each([
    ['a public address', publicUrl],
    ['a loopback address', testConfig.baseUrl],
  ])('names no company file before the sign-in, which leads back: %s [dp-4.1:choose]', async (_name, baseUrl) => {
    const { app, url } = await setup({ baseUrl })
    const response = await openBrowser(app, baseUrl).open(url)
    expect(await readHeading(response.clone())).toEqual([400, heading])
    expect(await response.clone().text()).not.toMatch(names)
    const signIn = (await readLinks(response)).find(({ text }) => text === 'Sign in')
    expect(new URL(signIn?.href ?? '').searchParams.get('callbackUrl')).toBe(url)
  })

  it.each([
    ['a stranger', undefined, 'not a member of the organization', 'member'],
    ['a viewer', 'viewer', 'not a member of the organization', 'member'],
  ] as const)('names no company file to %s, which is audited', async (_name, role, why, needs) => {
    const { app, url, client, signIn, database } = await setup()
    const response = await openBrowser(app, publicUrl, await signIn(role)).open(url)
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain(why)
    expect(page).not.toMatch(names)
    expect(
      await database.auditEvent.findMany({ where: { orgId: client.orgId }, select: { action: true, details: true } }),
    ).toEqual([{ action: 'access.deny', details: { operation: 'consent', needs } }])
  })

  it('names no company file to an admin without the second factor that the organization requires', async () => {
    const { app, url, client, signIn, database } = await setup()
    await database.organization.update({ where: { id: client.orgId }, data: { requiresSecondFactor: true } })
    const page = await (await openBrowser(app, publicUrl, await signIn('admin')).open(url)).text()
    expect(page).toContain('requires a second factor')
    expect(page).not.toMatch(names)
  })

  it('sends a member to an admin where there is no sandbox', async () => {
    const { app, url, client, signIn, database } = await setup()
    await database.realm.deleteMany({ where: { orgId: client.orgId, kind: 'sandbox' } })
    const page = await (await openBrowser(app, publicUrl, await signIn('member')).open(url)).text()
    expect(page).toContain('Let an owner or admin connect the app')
    expect(page).not.toContain('Rock Castle Construction')
  })

  it('says how to connect the first company file', async () => {
    const { app, url, client, signIn, database } = await setup()
    await database.realm.deleteMany({ where: { orgId: client.orgId } })
    const links = await readLinks(await openBrowser(app, publicUrl, await signIn('owner')).open(url))
    const { slug } = await database.organization.findUniqueOrThrow({ where: { id: client.orgId } })
    expect(links).toContainEqual({ href: `${publicUrl}/orgs/${slug}/company-files`, text: 'Connect a company file' })
  })

  it('offers nothing, not even Cancel, with a redirect URI that is not registered [dp-4.1.1]', async () => {
    const { app, client, signIn } = await setup()
    const url = authorizeUrl(client, { realm_id: undefined, redirect_uri: 'https://evil.example/callback' })
    const response = await openBrowser(app, publicUrl, await signIn('owner')).open(url)
    expect(await readHeading(response.clone())).toEqual([400, 'Invalid client or redirect URI'])
    expect(await response.text()).not.toMatch(/evil\.example|Robot|Rock Castle|Practice/)
  })

  it('is invalid_request for a program, and for a form', async () => {
    const { app, url, client, signIn } = await setup()
    for (const user of [undefined, await signIn('owner')]) {
      const headers: Record<string, string> = user ? { cookie: `user=${user.id}` } : {}
      const response = await app.request(url, { headers })
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
    }
    const browser = openBrowser(app, publicUrl, await signIn('admin'))
    const form = parseHiddenFields(await (await browser.open(authorizeUrl(client))).text())
    expect(await readHeading(await browser.submit({ ...form, realm_id: '' }))).toEqual([400, 'Realm ID required'])
  })
})
