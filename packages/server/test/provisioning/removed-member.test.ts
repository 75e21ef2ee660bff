import type { Role } from '@bridge/identity/access/owned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
let count = 0
beforeAll(async () => {
  admin = await startAdmin({ config: { baseUrl: 'http://localhost:4000' } })
})
afterAll(() => admin.stop())

const everything = { ownerInvitation: true, memberInvitation: true, kept: true, setupLink: true, sandboxToken: true }
const nothingOfTheirs = {
  ownerInvitation: false,
  memberInvitation: false,
  kept: true,
  setupLink: false,
  sandboxToken: false,
}

/** Sends an invitation with a role, and returns the token in the emailed link. */
async function invite(credential: Record<string, string>, orgId: string, email: string, role: Role = 'member') {
  const { status } = await admin.call('POST /invitations', credential, { orgId, email, role })
  expect(status).toBe(201)
  const { link = '' } = admin.mailer.mailbox?.list().find(({ to }) => to === email) ?? {}
  return link.split('/').at(-1) ?? ''
}

/** Creates an organization whose second owner has given out every kind of access without a session. */
async function setup() {
  count += 1
  const owner = await admin.organization(`owner-${count}@example.com`)
  const { orgId, realmId, sandboxRealmId } = owner
  const leaver = await admin.person(`leaver-${count}@example.com`, orgId, 'owner')
  const { id: memberId } = await admin.database.membership.findFirstOrThrow({
    where: { orgId, userId: leaver.caller.userId },
  })
  const [asOwner, asMember] = [`owner-guest-${count}@example.com`, `guest-${count}@example.com`]
  const ownerInvitation = await invite(leaver.session, orgId, asOwner, 'owner')
  const memberInvitation = await invite(leaver.session, orgId, asMember)
  const kept = await invite(owner.session, orgId, `kept-${count}@example.com`)
  const setupLink = (await admin.call(`POST /realms/${realmId}/setup-links`, leaver.session, {})).body
  const { accessToken } = await (await admin.portal.caller(new Headers(leaver.session))).quickStart.issueToken({
    orgId,
  })
  return {
    ...owner,
    leaver,
    memberId,
    ownerInvitation,
    memberInvitation,
    kept,
    setupUrl: setupLink.url as string,
    accessToken,
    sandboxRealmId,
  }
}

type Setup = Awaited<ReturnType<typeof setup>>

/** Returns what still gives access to the organization. */
async function findAccess({ setupUrl, accessToken, sandboxRealmId, ...given }: Setup) {
  const portal = await admin.portal.caller(new Headers(given.session))
  const preview = async (token: string) => (await portal.invitationPreview({ token })) !== null
  const call = await admin.app.request(`/v3/company/${sandboxRealmId}/nothing`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return {
    ownerInvitation: await preview(given.ownerInvitation),
    memberInvitation: await preview(given.memberInvitation),
    kept: await preview(given.kept),
    setupLink: await portal.setup.state({ token: setupUrl.split('/').at(-1) ?? '' }).then(
      () => true,
      () => false,
    ),
    sandboxToken: call.status !== 401,
  }
}

it.each([
  ['is removed', ({ session, memberId }: Setup) => admin.call(`DELETE /members/${memberId}`, session)],
  ['has left', ({ orgId, leaver }: Setup) => admin.call(`POST /orgs/${orgId}/leave`, leaver.session)],
  ['has no account', ({ leaver }: Setup) => admin.call('DELETE /account', leaver.session)],
] as const)('ends what a member gave out once the member %s [cp-5:8]', async (_, end) => {
  const before = await setup()
  expect(await findAccess(before)).toEqual(everything)
  expect((await end(before)).status).toBe(204)
  await expect.poll(() => findAccess(before)).toEqual(nothingOfTheirs)
})

it.each([
  ['admin', { ...everything, ownerInvitation: false }],
  ['member', { ...nothingOfTheirs, sandboxToken: true }],
] as const)('keeps only what a new role of %s may give out [cp-5:8]', async (role, left) => {
  const before = await setup()
  expect((await admin.call(`PATCH /members/${before.memberId}`, before.session, { role })).status).toBe(200)
  expect(await findAccess(before)).toEqual(left)
})

it('checks the role of the inviter when an invitation is accepted [cp-5:8]', async () => {
  const { orgId, leaver, memberInvitation, ownerInvitation } = await setup()
  const accept = async (email: string, token: string) => {
    const { status } = await admin.call('POST /invitations/accept', (await admin.person(email)).session, { token })
    return status
  }
  const where = { orgId_userId: { orgId, userId: leaver.caller.userId } }
  await admin.database.membership.update({ where, data: { role: 'admin' } })
  expect(await accept(`owner-guest-${count}@example.com`, ownerInvitation)).toBe(400)
  expect(await accept(`guest-${count}@example.com`, memberInvitation)).toBe(200)
})
