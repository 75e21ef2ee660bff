import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
let now = new Date('2026-03-16T12:00:00Z')
beforeAll(async () => {
  admin = await startAdmin({ config: { baseUrl: 'http://localhost:4000' }, clock: () => now })
})
afterAll(() => admin.stop())

/** Sends an invitation, and returns its ID and the token in the emailed link. */
async function invite(owner: Awaited<ReturnType<TestAdmin['organization']>>, email: string) {
  const response = await admin.call('POST /invitations', owner.session, { orgId: owner.orgId, email })
  const { link = '' } = admin.mailer.mailbox?.list().find(({ to }) => to === email) ?? {}
  expect(link).toMatch(/^http:\/\/localhost:4000\/invitations\/svci_\w+$/)
  return { id: response.body.invitation.id as string, token: link.split('/').at(-1) ?? '' }
}

/** Returns the invitation's state on its page, and the result of accepting it. */
async function openAndAccept(person: { readonly session: Record<string, string> }, token: string) {
  const procedures = await admin.portal.caller(new Headers(person.session))
  const { kind } = await procedures.invitation({ token })
  const { status, body } = await admin.call('POST /invitations/accept', person.session, { token })
  return { kind, status, message: body.message }
}

it('limits the emails that a user sends per day, across organizations', async () => {
  const own = await startAdmin({ config: { baseUrl: 'http://localhost:4000', invitationsPerDay: 2 } })
  try {
    const { orgId, session } = await own.organization('spammer@example.com')
    const second = (await own.call('POST /orgs', session, { name: 'Another' })).body.org.id
    const statuses: unknown[] = []
    for (const [org, email] of [
      [orgId, 'a@b.example'],
      [second, 'c@d.example'],
      [orgId, 'e@f.example'],
    ]) {
      const { status, body, headers } = await own.call('POST /invitations', session, { orgId: org, email })
      statuses.push([status, body.error, headers.has('retry-after')])
    }
    expect(statuses).toEqual([
      [201, undefined, false],
      [201, undefined, false],
      [429, 'rate_limited', true],
    ])
    expect(own.mailer.mailbox?.list().map(({ to }) => to)).toEqual(['c@d.example', 'a@b.example'])
  } finally {
    await own.stop()
  }
})

it('explains why an invitation cannot be accepted, on its page and in the problem', async () => {
  const owner = await admin.organization('asks@example.com')
  const guest = await admin.person('guest@example.com')
  await admin.person('other@example.com')

  expect(await openAndAccept(guest, 'svci_nonsense')).toEqual({
    kind: 'unknown',
    status: 404,
    message: 'This invitation does not exist. Check that the link is complete.',
  })

  const older = await invite(owner, 'guest@example.com')
  const revoked = await invite(owner, 'guest@example.com')
  expect(await openAndAccept(guest, older.token)).toMatchObject({ kind: 'revoked', status: 400 })
  expect((await admin.call(`DELETE /invitations/${revoked.id}`, owner.session)).status).toBe(204)
  expect(await openAndAccept(guest, revoked.token)).toEqual({
    kind: 'revoked',
    status: 400,
    message:
      'This invitation was revoked or replaced by a newer one, or its sender may no longer invite. Ask for a new one.',
  })

  const late = await invite(owner, 'guest@example.com')
  now = new Date(now.getTime() + 7 * 86_400_000)
  expect(await openAndAccept(await signInAgain('guest@example.com'), late.token)).toEqual({
    kind: 'expired',
    status: 400,
    message: 'This invitation has expired after 7 days. Ask for a new one.',
  })

  const owners = { ...owner, session: (await signInAgain('asks@example.com')).session }
  const good = await invite(owners, 'guest@example.com')
  expect(await openAndAccept(await signInAgain('other@example.com'), good.token)).toEqual({
    kind: 'wrong-person',
    status: 403,
    message: 'This invitation is for guest@example.com. Sign in with that address.',
  })
  const guestAgain = await signInAgain('guest@example.com')
  expect(await openAndAccept(guestAgain, good.token)).toMatchObject({ kind: 'open', status: 200 })
  expect(await openAndAccept(guestAgain, good.token)).toEqual({
    kind: 'used',
    status: 400,
    message: 'This invitation was accepted before. It works once.',
  })
})

/** Creates a new session, because earlier ones have ended. */
async function signInAgain(email: string) {
  const { id } = await admin.database.user.findUniqueOrThrow({ where: { email } })
  return { session: await admin.createSession(id, new Date(now.getTime() + 60_000)) }
}
