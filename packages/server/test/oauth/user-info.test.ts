import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, publicUrl, setupConsent } from '../consent.fixture.ts'
import {
  authorizeUrl,
  connect,
  createTestOAuth,
  exchangeCode,
  parseHiddenFields,
  parseRedirect,
  postForm,
  readTokens,
  seedClient,
} from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const accounting = 'com.intuit.quickbooks.accounting'

/** Lets an admin consent to a scope. Returns the access token and the consent page. */
async function setup(scope: string, name: string | null = 'Ada Maria Lovelace') {
  const service = await setupConsent(test.database)
  const { app, client, signIn, database } = service
  const user = await signIn('admin')
  await database.user.update({ where: { id: user.id }, data: { name, emailVerified: new Date(0) } })
  const browser = openBrowser(app, publicUrl, user)
  const page = await (await browser.open(authorizeUrl(client, { scope }))).text()
  const { code = '' } = parseRedirect(await browser.submit(parseHiddenFields(page)))
  const { access_token: accessToken } = await readTokens(await exchangeCode(app, client, code))
  const read = async (path = '/v1/openid_connect/userinfo', authorization = `Bearer ${accessToken}`) => {
    const response = await app.request(path, { headers: { authorization } })
    return [response.status, await response.json()]
  }
  return { ...service, user, page, accessToken, read }
}

describe('user information', () => {
  it.each(['/oauth2/v1/userinfo', '/v1/openid_connect/userinfo'])(
    'is that of the member who consented to openid, email and profile: %s [dp-4.1:user-info]',
    async (path) => {
      const { read, user, page } = await setup(`${accounting} openid email profile`)
      expect(await read(path)).toEqual([
        200,
        {
          sub: user.id,
          email: user.email,
          emailVerified: true,
          name: 'Ada Maria Lovelace',
          givenName: 'Ada Maria',
          familyName: 'Lovelace',
        },
      ])
      expect(page).toContain('<li>See your name and email address</li>')
    },
  )

  it.each([
    ['openid', null, {}],
    ['openid profile', null, {}],
    ['openid profile', 'Ada', { name: 'Ada', givenName: 'Ada' }],
  ])('has only what %s names', async (scope, name, claims) => {
    const { read, user } = await setup(`${accounting} ${scope}`, name)
    expect(await read()).toEqual([200, { sub: user.id, ...claims }])
  })

  it.each([accounting, `${accounting} email profile`])(
    'needs openid, and the page does not promise it: %s',
    async (scope) => {
      const { read, page } = await setup(scope)
      expect(await read()).toMatchObject([401, { error: 'invalid_token' }])
      expect(page).not.toContain('See your')
    },
  )

  it('needs a valid access token of a connection that lasts', async () => {
    const { read, app, client, accessToken, advanceSeconds } = await setup(`${accounting} openid email`)
    for (const authorization of ['', 'Bearer', 'Bearer svct_x', `Basic ${accessToken}`, `Bearer ${accessToken}x`])
      expect(await read(undefined, authorization)).toMatchObject([401, { error: 'invalid_token' }])
    advanceSeconds(3_599)
    expect(await read()).toMatchObject([200, {}])
    advanceSeconds(1)
    expect(await read()).toMatchObject([401, { error: 'invalid_token' }])

    const other = await setup(`${accounting} openid email`)
    await postForm(app, '/v2/oauth2/tokens/revoke', { token: accessToken }, client)
    await postForm(other.app, '/oauth2/v1/revoke', { token: other.accessToken }, other.client)
    expect(await other.read()).toMatchObject([401, { error: 'invalid_token' }])
  })

  it('needs a consent by a signed-in user whose account exists', async () => {
    const { app } = createTestOAuth(test.database)
    const { access_token } = await connect(app, await seedClient(test.database))
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await app.request('/oauth2/v1/userinfo', { headers })).status).toBe(401)

    const { read, user, database } = await setup(`${accounting} openid email`)
    await database.user.delete({ where: { id: user.id } })
    expect(await read()).toMatchObject([401, { error: 'invalid_token' }])
  })
})
