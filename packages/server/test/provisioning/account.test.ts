import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'
import { createTestClock } from '../clock.fixture.ts'

let admin: TestAdmin
let waitedMs = 0
beforeAll(async () => {
  const clock = createTestClock()
  admin = await startAdmin({ clock: () => new Date(clock().getTime() + waitedMs) })
})
afterAll(() => admin.stop())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Lists the events about the user's sessions in their organization's audit log. */
async function listSessionEvents(orgId: string) {
  return admin.database.auditEvent.findMany({
    where: { orgId, action: { startsWith: 'session.' } },
    select: { action: true, resourceKind: true, resourceId: true, details: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

describe('an account [cp-4:account]', () => {
  it('is renamed, and members see the name', async () => {
    const { session, orgId } = await admin.organization('named@example.com')
    const name = '<script>שלום 🙂'
    const renamed = await admin.call('PATCH /account', session, { name })
    expect(renamed.body.account).toMatchObject({ email: 'named@example.com', name, signInMethods: ['email'] })
    const { members } = (await admin.call(`GET /orgs/${orgId}/members`, session)).body
    expect(members).toMatchObject([{ name }])
  })

  it('lists its sessions, and ends one or all others, which is audited', async () => {
    const { session, caller, orgId } = await admin.organization('sessions@example.com')
    const windows = { ...(await admin.createSession(caller.userId)), 'user-agent': chrome }
    const phone = await admin.createSession(caller.userId)
    await admin.call('GET /account', windows)
    const list = async () => (await admin.call('GET /account/sessions', session)).body.sessions
    const sessions: { id: string; current: boolean; browser: string | null }[] = await list()
    expect(sessions.map(({ current, browser }) => [current, browser])).toEqual(
      expect.arrayContaining([
        [false, 'Chrome on Windows'],
        [true, null],
        [false, null],
      ]),
    )
    const { id } = sessions.find(({ browser }) => browser !== null) ?? expect.fail('no session of the browser')
    expect((await admin.call(`DELETE /account/sessions/${id}`, session)).status).toBe(204)
    expect((await admin.call('GET /account', windows)).status).toBe(401)
    expect((await admin.call(`DELETE /account/sessions/${id}`, session)).status).toBe(404)
    await admin.call('POST /account/sessions/end-others', session)
    expect((await admin.call('GET /account', phone)).status).toBe(401)
    expect(await list()).toMatchObject([{ current: true }])
    const { userId } = caller
    expect(await listSessionEvents(orgId)).toEqual([
      { action: 'session.end', resourceKind: 'session', resourceId: id, details: null },
      { action: 'session.end-others', resourceKind: 'account', resourceId: userId, details: { count: 1 } },
    ])
  })

  it('shows to the minute when each session was used last', async () => {
    const { session, caller } = await admin.person('used@example.com')
    const unused = await admin.createSession(caller.userId)
    for (const each of [session, unused]) await admin.call('GET /account', each)
    const findUses = async () => {
      const { sessions } = (await admin.call('GET /account/sessions', session)).body
      const [used] = sessions.filter(({ current }: { current: boolean }) => current)
      const [other] = sessions.filter(({ current }: { current: boolean }) => !current)
      return [used, other].map(({ lastSeenAt }) => Date.parse(lastSeenAt))
    }
    const [usedAt = 0, unusedAt] = await findUses()
    waitedMs += 120_000
    const [usedLater = 0, unusedLater] = await findUses()
    expect(usedLater - usedAt).toBeGreaterThanOrEqual(120_000)
    expect(unusedLater).toBe(unusedAt)
  })

  it('cannot end sessions of others', async () => {
    const { session } = await admin.person('ends@example.com')
    const other = await admin.person('other@example.com')
    const { id } = await admin.database.session.findFirstOrThrow({ where: { userId: other.caller.userId } })
    expect((await admin.call(`DELETE /account/sessions/${id}`, session)).status).toBe(404)
    expect((await admin.call('GET /account', other.session)).status).toBe(200)
  })

  it('is exported without secrets', async () => {
    const { session, orgId, caller } = await admin.organization('exports@example.com')
    const { key } = (await admin.call('POST /api-keys', session, { orgId, name: 'CI' })).body
    const response = await admin.call('GET /account/export', session)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="account.json"')
    expect(response.body).toMatchObject({
      id: caller.userId,
      email: 'exports@example.com',
      memberships: [{ role: 'owner', org: { id: orgId } }],
      apiKeys: [{ name: 'CI', lastFour: key.slice(-4) }],
    })
    expect(response.text).not.toContain(key)
    expect(response.text).not.toMatch(/hash|sessionToken/i)
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=account.export`, session)).body
    expect(events).toMatchObject([{ actor: 'exports@example.com', resource: 'account', resourceId: caller.userId }])
  })
})

describe('deleting an account [cp-3:account]', () => {
  it('deletes the organizations without another member, and leaves the others', async () => {
    const { session, orgId, caller } = await admin.organization('goes@example.com')
    const shared = await admin.organization('stays@example.com')
    await admin.database.membership.create({ data: { orgId: shared.orgId, userId: caller.userId, role: 'admin' } })
    const preview = await admin.call('GET /account/deletion', session)
    expect(preview.body.organizations).toEqual([
      expect.objectContaining({ id: expect.any(String), effect: expect.stringMatching(/deleted|left/) }),
      expect.objectContaining({ effect: expect.stringMatching(/deleted|left/) }),
    ])
    expect((await admin.call('DELETE /account', session)).status).toBe(204)
    expect(await admin.database.user.count({ where: { id: caller.userId } })).toBe(0)
    expect(await admin.database.organization.count({ where: { id: orgId } })).toBe(0)
    expect(await admin.database.organization.count({ where: { id: shared.orgId } })).toBe(1)
    expect((await admin.call('GET /account', session)).status).toBe(401)
    const { events } = (await admin.call(`GET /audit-events?orgId=${shared.orgId}&action=member.leave`, shared.session))
      .body
    expect(events).toHaveLength(1)
  })

  it('is refused while the user is the only owner of an organization with others [cp-7:last_owner]', async () => {
    const { session, orgId, caller } = await admin.organization('last@example.com')
    const member = await admin.person('heir@example.com', orgId)
    const refused = await admin.call('DELETE /account', session)
    expect([refused.status, refused.body.error]).toEqual([409, 'last_owner'])
    expect(refused.body.organizations).toMatchObject([{ id: orgId, effect: 'hand-over' }])
    await admin.database.membership.updateMany({
      where: { orgId, userId: member.caller.userId },
      data: { role: 'owner' },
    })
    expect((await admin.call('DELETE /account', session)).status).toBe(204)
    expect(await admin.database.membership.count({ where: { orgId, userId: caller.userId } })).toBe(0)
  })

  it('leaves an owner when two owners delete their accounts at once', async () => {
    const { session, orgId } = await admin.organization('first-of-two@example.com')
    const second = await admin.person('second-of-two@example.com', orgId, 'owner')
    await admin.person('remains@example.com', orgId)
    const responses = await Promise.all([
      admin.call('DELETE /account', session),
      admin.call('DELETE /account', second.session),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await admin.database.membership.count({ where: { orgId, role: 'owner' } })).toBe(1)
  })

  it('is refused while an organization that only the user belongs to has a subscription [cp-7:subscription_active]', async () => {
    const { session, orgId } = await admin.organization('pays@example.com')
    await admin.database.organization.update({ where: { id: orgId }, data: { plan: 'production' } })
    await admin.database.billingAccount.create({ data: { orgId, customerId: 'cus_2', status: 'active' } })
    const refused = await admin.call('DELETE /account', session)
    expect([refused.status, refused.body.error]).toEqual([409, 'subscription_active'])
    expect(await admin.database.organization.count({ where: { id: orgId } })).toBe(1)
  })
})
