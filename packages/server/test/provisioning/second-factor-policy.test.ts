import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

/** Creates an organization whose owner has a second factor. */
async function setup(email: string) {
  const org = await admin.organization(email)
  const { userId } = org.caller
  await admin.database.user.update({ where: { id: userId }, data: { secondFactorSince: admin.clock() } })
  await admin.database.session.updateMany({ where: { userId }, data: { secondFactorAt: admin.clock() } })
  const route = `/orgs/${org.orgId}/second-factor`
  return { ...org, route, setRequired: (required: boolean) => admin.call(`PATCH ${route}`, org.session, { required }) }
}

describe('an organization that requires a second factor', () => {
  it('keeps out the sessions of members without one, and only these [cp-7:second_factor_required]', async () => {
    const { session, orgId, realmId, setRequired } = await setup('requires@example.com')
    const other = await admin.organization('elsewhere@example.com')
    const member = await admin.person('without@example.com', orgId, 'admin')
    const { userId } = member.caller
    await admin.database.membership.create({ data: { orgId: other.orgId, userId, role: 'member' } })
    const key = await admin.createKey(member.caller, orgId)
    expect((await setRequired(true)).body).toEqual({ policy: { required: true, membersWithout: 1 } })

    for (const route of [`GET /orgs/${orgId}/members`, `GET /realms/${realmId}`, `PATCH /orgs/${orgId}`]) {
      const refused = await admin.call(route, member.session)
      expect([refused.status, refused.body.error]).toEqual([403, 'second_factor_required'])
    }
    expect((await admin.call(`GET /orgs/${orgId}/members`, session)).status).toBe(200)
    expect((await admin.call(`GET /orgs/${orgId}/members`, key)).status).toBe(200)
    expect((await admin.call(`GET /orgs/${other.orgId}/members`, member.session)).status).toBe(200)
    const listed = await admin.call('GET /orgs', member.session)
    expect(listed.body.orgs).toHaveLength(2)

    await admin.database.user.update({ where: { id: userId }, data: { secondFactorSince: admin.clock() } })
    const unproven = await admin.call(`GET /orgs/${orgId}/members`, member.session)
    expect(unproven.status).toBe(401)
    await admin.database.session.updateMany({ where: { userId }, data: { secondFactorAt: admin.clock() } })
    expect((await admin.call(`GET /orgs/${orgId}/members`, member.session)).status).toBe(200)
  })

  it('lets members without one leave', async () => {
    const { orgId, setRequired } = await setup('lets-go@example.com')
    const member = await admin.person('leaves-without@example.com', orgId)
    await setRequired(true)
    expect((await admin.call(`POST /orgs/${orgId}/leave`, member.session)).status).toBe(204)
    expect(await admin.database.membership.count({ where: { orgId, userId: member.caller.userId } })).toBe(0)
  })

  it('does not tell strangers that it does', async () => {
    const { orgId, setRequired } = await setup('discreet@example.com')
    await setRequired(true)
    const { session } = await admin.person('stranger-to-it@example.com')
    expect((await admin.call(`GET /orgs/${orgId}/members`, session)).status).toBe(404)
  })

  it('is set by admins with a second factor, and audited once for each change [cp-4:second-factor]', async () => {
    const { session, orgId, route, setRequired } = await setup('sets@example.com')
    const member = await admin.person('member-of-sets@example.com', orgId)
    const without = await admin.person('admin-of-sets@example.com', orgId, 'admin')
    expect((await admin.call(`PATCH ${route}`, member.session, { required: true })).status).toBe(403)
    const refused = await admin.call(`PATCH ${route}`, without.session, { required: true })
    expect([refused.status, refused.body.field]).toEqual([400, 'required'])
    for (const required of [true, true, false]) expect((await setRequired(required)).status).toBe(200)
    expect((await admin.call(`GET ${route}`, member.session)).body).toEqual({
      policy: { required: false, membersWithout: 2 },
    })
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=organization.second-factor`, session))
      .body
    expect(events.map(({ details }: { details: unknown }) => details)).toEqual([
      { before: { required: true }, after: { required: false } },
      { before: { required: false }, after: { required: true } },
    ])
  })
})
