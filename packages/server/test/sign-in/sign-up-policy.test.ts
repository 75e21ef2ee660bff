import type { ServerConfig } from '@bridge/platform/server-config'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registered, startOpenIdProvider } from '../openid-provider.fixture.ts'
import { type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

const sessionCookie = 'next-auth.session-token'
let open: OpenPortal

/** Starts another server over the same database, whose deployment gives accounts to some people only. */
function openWith(settings: Partial<ServerConfig>) {
  return openPortal(settings, undefined, open.test)
}

beforeAll(async () => {
  open = await openPortal()
})
beforeEach(() => open.database.user.deleteMany())
afterAll(() => open.close())

/** Asks for a link, and presses it if one came. */
async function ask(server: OpenPortal, email: string) {
  const browser = await signIn(server, email)
  const [mail] = server.mailer.mailbox?.list() ?? []
  return { subject: mail?.subject, isSignedIn: browser.cookies.has(sessionCookie) }
}

const refused = { subject: 'No account at localhost:4000', isSignedIn: false }
const admitted = { subject: 'Sign in to localhost:4000', isSignedIn: true }

describe('a deployment whose SIGN_UP is invitation', () => {
  it('tells a stranger by email only, creates nothing, and responds as to a member', async () => {
    const closed = await openWith({ signUp: 'invitation' })
    const stranger = openBrowser(closed)
    const response = await stranger.post('/signin/email', { email: 'stranger@example.com' })
    await signIn(open, 'member@example.com')
    const known = await openBrowser(closed).post('/signin/email', { email: 'member@example.com' })
    expect([response.status, await response.json()]).toEqual([known.status, await known.json()])
    expect(closed.mailer.mailbox?.list().map(({ to, subject }) => [to, subject])).toEqual([
      ['member@example.com', admitted.subject],
      ['stranger@example.com', refused.subject],
    ])
    expect(await open.database.user.count({ where: { email: 'stranger@example.com' } })).toBe(0)
    await closed.close()
  })

  it('admits members, invited people, and the first owner', async () => {
    const closed = await openWith({ signUp: 'invitation', firstOwner: 'first@example.com' })
    await signIn(open, 'member@example.com')
    const { orgId } = await open.database.membership.findFirstOrThrow()
    const expiresAt = new Date(Date.now() + 3_600_000)
    const invitation = { orgId, role: 'member', tokenHash: 'invited', expiresAt } as const
    await open.database.invitation.create({ data: { ...invitation, email: 'invited@example.com' } })
    expect(await ask(closed, 'member@example.com')).toEqual(admitted)
    expect(await ask(closed, 'invited@example.com')).toEqual(admitted)
    expect(await ask(closed, 'first@example.com')).toEqual(admitted)
    expect(await open.database.membership.count({ where: { user: { email: 'first@example.com' } } })).toBe(1)
    await closed.close()
  })

  it('refuses a person who left every organization, and a link from before the setting', async () => {
    const closed = await openWith({ signUp: 'invitation' })
    await signIn(open, 'left@example.com')
    await open.database.membership.deleteMany({ where: { user: { email: 'left@example.com' } } })
    expect(await ask(closed, 'left@example.com')).toEqual(refused)
    const browser = openBrowser(closed)
    const pressed = await browser.pressLink(await open.signIn.createUrl('early@example.com'))
    expect(pressed.headers.get('location')).toMatch(/\/sign-in\/error\?error=SignUpClosed$/)
    expect(browser.cookies.has(sessionCookie)).toBe(false)
    await closed.close()
  })
})

it('admits the domains in SIGN_UP, and no domain that only ends like one', async () => {
  const closed = await openWith({ signUp: ['acme.example', 'acme.test'] })
  expect(await ask(closed, 'ada@acme.example')).toEqual(admitted)
  expect(await ask(closed, 'ada@acme.test')).toEqual(admitted)
  expect(await ask(closed, 'eve@notacme.example')).toEqual(refused)
  expect(await ask(closed, 'eve@mail.acme.example')).toEqual(refused)
  await closed.close()
})

describe('a deployment whose SIGN_IN_LINKS is false', () => {
  it('sends no links, accepts none, and signs in at the provider', async () => {
    const provider = await startOpenIdProvider()
    const openIdConnect = { ...registered, issuer: provider.issuer, name: 'Example ID' }
    const closed = await openWith({ signInLinks: false, signUp: 'invitation', openIdConnect })
    expect(closed.signIn.sendsLinks).toBe(false)
    const asked = await openBrowser(closed).post('/signin/email', { email: 'member@example.com' })
    expect(asked.status).toBe(404)
    await signIn(open, 'member@example.com')
    const pressed = await openBrowser(closed).pressLink(await open.signIn.createUrl('member@example.com'))
    expect(pressed.status).toBe(404)

    const signInAs = async (email: string) => {
      provider.signsIn({ sub: email, email, email_verified: true })
      const browser = openBrowser(closed)
      const { url } = (await (await browser.post('/signin/oidc', {})).json()) as { url: string }
      const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
      const response = await browser.request(back.pathname + back.search)
      return [browser.cookies.has(sessionCookie), response.headers.get('location')]
    }
    expect(await signInAs('member@example.com')).toEqual([true, expect.anything()])
    const denied = expect.stringMatching(/error=SignUpClosed$/)
    expect(await signInAs('stranger@example.com')).toEqual([false, denied])
    await closed.close()
    await provider.close()
  })
})
