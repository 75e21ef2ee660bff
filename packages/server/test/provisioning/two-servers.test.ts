import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin, type TestResponse } from '../admin.fixture.ts'

let admin: TestAdmin
let another: Awaited<ReturnType<TestAdmin['startSecondServer']>>

beforeAll(async () => {
  admin = await startAdmin({ config: { baseUrl: 'http://localhost:4000' } })
  another = await admin.startSecondServer()
})
afterAll(async () => {
  await another.stop()
  await admin.stop()
})

/** Sends a request six times at once, alternating between the servers; returns the responses by status. */
async function atOnce(route: string, credentials: readonly Credential[], sent?: object) {
  const calls = Array.from({ length: 6 }, (_, index) =>
    (index % 2 === 0 ? admin : another).call(route, credentials[index % credentials.length], sent),
  )
  const responses = await Promise.all(calls)
  return {
    statuses: responses.map(({ status }) => status).sort(),
    problems: new Set(responses.flatMap(({ body }: TestResponse) => body?.error ?? [])),
  }
}
async function listActions(orgId: string, action: string) {
  return admin.database.auditEvent.count({ where: { orgId, action } })
}

describe('simultaneous requests to two servers', () => {
  it('create the only realm of a trial once [cp-4.2]', async () => {
    const { session, orgId, realmId, caller } = await admin.organization('realm@example.com')
    await admin.call(`DELETE /realms/${realmId}`, session)
    const key = await admin.createKey(caller, orgId)
    const { statuses, problems } = await atOnce('POST /realms', [session, key, key], { orgId, name: 'Company' })
    expect([statuses, problems]).toEqual([[200, 409, 409, 409, 409, 409], new Set(['plan_limit_realms'])])
    expect(await admin.database.realm.count({ where: { orgId, kind: 'production' } })).toBe(1)
  })

  it('create the only sandbox once [cp-4.4]', async () => {
    const { session, orgId, sandboxRealmId } = await admin.organization('sandbox@example.com')
    await admin.call(`DELETE /realms/${sandboxRealmId}`, session)
    const { statuses, problems } = await atOnce('POST /realms/sandbox', [session], { orgId })
    expect([statuses, problems]).toEqual([[201, 409, 409, 409, 409, 409], new Set(['sandbox_exists'])])
    expect(await admin.database.realm.count({ where: { orgId, kind: 'sandbox' } })).toBe(1)
  })

  it('accept an invitation once', async () => {
    const { session, orgId } = await admin.organization('invites@example.com')
    const token = await invite(session, orgId, 'guest@example.com')
    const guest = await admin.person('guest@example.com')
    const { statuses, problems } = await atOnce('POST /invitations/accept', [guest.session], { token })
    expect([statuses, problems]).toEqual([[200, 400, 400, 400, 400, 400], new Set(['invalid_request'])])
    expect(await listActions(orgId, 'invitation.accept')).toBe(1)
  })

  it('let only one of the last two owners leave', async () => {
    const { session, orgId } = await admin.organization('first@example.com')
    const second = await admin.person('second@example.com', orgId, 'owner')
    const { statuses } = await atOnce(`POST /orgs/${orgId}/leave`, [session, second.session], {})
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(await admin.database.membership.count({ where: { orgId, role: 'owner' } })).toBe(1)
  })

  it('record a deletion and a revocation once', async () => {
    const { session, orgId, realmId } = await admin.organization('ends@example.com')
    const { id } = (await admin.call(`POST /realms/${realmId}/agent-tokens`, session)).body
    await atOnce(`DELETE /agent-tokens/${id}`, [session])
    expect(await listActions(orgId, 'agent-token.revoke')).toBe(1)
    const { statuses } = await atOnce(`DELETE /realms/${realmId}`, [session])
    expect(statuses.every((status) => status === 204 || status === 404)).toBe(true)
    expect(await listActions(orgId, 'realm.delete')).toBe(1)
  })
})

describe('a caller whose role changes while the request is queued [cp-7:forbidden]', () => {
  /** Starts the calls, demotes or removes the owner while they wait for the lock, and returns their responses. */
  const changed = async <Result>(
    { orgId, userId, to }: { readonly orgId: string; readonly userId: string; readonly to: 'member' | undefined },
    begin: () => Promise<Result>[],
  ) => {
    const { calls } = await admin.database.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT id FROM organization WHERE id = ${orgId} FOR UPDATE`
        const begun = begin()
        const waiting = async () => {
          const [{ count }] = await admin.database.$queryRaw<[{ count: number }]>`
          SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
          return count
        }
        await expect.poll(waiting, { timeout: 20_000 }).toBe(begun.length)
        const where = { orgId_userId: { orgId, userId } }
        if (to === undefined) await transaction.membership.delete({ where })
        else await transaction.membership.update({ where, data: { role: to } })
        return { calls: begun }
      },
      { timeout: 30_000 },
    )
    return Promise.all(calls)
  }

  it('can no longer promote, remove, invite, or create set-up links and pairing codes', async () => {
    const { orgId, realmId } = await admin.organization('stays@example.com')
    const rogue = await admin.person('rogue@example.com', orgId, 'owner')
    const friend = await admin.person('friend@example.com', orgId)
    const { id } = await admin.database.membership.findFirstOrThrow({ where: { userId: friend.caller.userId } })
    const responses = await changed({ orgId, userId: rogue.caller.userId, to: 'member' }, () => [
      admin.call(`PATCH /members/${id}`, rogue.session, { role: 'owner' }),
      another.call(`DELETE /members/${id}`, rogue.session),
      admin.call('POST /invitations', rogue.session, { orgId, email: 'alias@example.com', role: 'owner' }),
      another.call(`POST /realms/${realmId}/setup-links`, rogue.session, {}),
      another.call(`POST /realms/${realmId}/pairing-codes`, rogue.session, {}),
    ])
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual(Array(5).fill([403, 'forbidden']))
    const roles = await admin.database.membership.findMany({ where: { orgId }, orderBy: { createdAt: 'asc' } })
    expect(roles.map(({ role }) => role)).toEqual(['owner', 'member', 'member'])
    expect(await admin.database.invitation.count({ where: { orgId } })).toBe(0)
    expect(await admin.database.setupLink.count({ where: { realmId } })).toBe(0)
    expect(await admin.database.pairingCode.count({ where: { realmId } })).toBe(0)
  })

  it('can no longer get a token of the sandbox once they are removed [cp-5:8]', async () => {
    const { orgId, session, sandboxRealmId } = await admin.organization('keeps@example.com')
    const issueToken = async (credential: Credential) =>
      (await admin.portal.caller(new Headers(credential))).quickStart.issueToken({ orgId })
    await issueToken(session)
    const leaver = await admin.person('leaves@example.com', orgId)
    const { userId } = leaver.caller
    const problems = await changed({ orgId, userId, to: undefined }, () => [
      issueToken(leaver.session).then(
        () => undefined,
        ({ cause }) => cause.code,
      ),
    ])
    expect(problems).toEqual(['forbidden'])
    expect(await admin.database.connection.count({ where: { realmId: sandboxRealmId, issuerId: userId } })).toBe(0)
  })
})

describe('a used invitation', () => {
  it('does not restore a removed member, on any server', async () => {
    const { session, orgId } = await admin.organization('removes@example.com')
    const token = await invite(session, orgId, 'leaver@example.com')
    const guest = await admin.person('leaver@example.com')
    expect((await admin.call('POST /invitations/accept', guest.session, { token })).status).toBe(200)
    const membership = { orgId_userId: { orgId, userId: guest.caller.userId } }
    const { id } = await admin.database.membership.findUniqueOrThrow({ where: membership })
    expect((await admin.call(`DELETE /members/${id}`, session)).status).toBe(204)
    for (const server of [admin, another]) {
      const { status, body } = await server.call('POST /invitations/accept', guest.session, { token })
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    }
    expect(await admin.database.membership.findUnique({ where: membership })).toBeNull()
  })
})

describe('an API key on every server [cp-3:3]', () => {
  const attempts = async (key: Credential, orgId: string, realmId: string) =>
    Promise.all(
      [admin, another].flatMap((server) => [
        server.call(`GET /realms/${realmId}`, key),
        server.call(`PATCH /realms/${realmId}`, key, { name: 'By key' }),
        server.call('POST /clients', key, { orgId, name: 'App', redirectUris: ['https://app.example/cb'] }),
      ]),
    )
  const listProblems = (responses: readonly TestResponse[]) =>
    responses.map(({ status, body }) => body?.error ?? status)

  it('has its creator’s new role from the next request on, and no role once they are removed', async () => {
    const { session, orgId, realmId } = await admin.organization('owner@example.com')
    const creator = await admin.person('creator@example.com', orgId, 'admin')
    const key = await admin.createKey(creator.caller, orgId)
    expect(listProblems(await attempts(key, orgId, realmId))).toEqual([200, 200, 200, 200, 200, 200])
    const { id } = await admin.database.membership.findFirstOrThrow({ where: { userId: creator.caller.userId } })
    await admin.call(`PATCH /members/${id}`, session, { role: 'member' })
    const reads = [200, 'forbidden', 'forbidden']
    expect(listProblems(await attempts(key, orgId, realmId))).toEqual([...reads, ...reads])
    await admin.call(`DELETE /members/${id}`, session)
    const nothing = ['not_found', 'not_found', 'not_found']
    expect(listProblems(await attempts(key, orgId, realmId))).toEqual([...nothing, ...nothing])
    expect((await admin.call('GET /orgs', key)).body).toEqual({ orgs: [] })
    expect((await admin.call(`GET /api-keys?orgId=${orgId}`, session)).body.apiKeys).toHaveLength(1)
  })
})

/** Sends an invitation, and returns the token in the emailed link. */
async function invite(session: Credential, orgId: string, email: string): Promise<string> {
  await admin.call('POST /invitations', session, { orgId, email })
  const mail = admin.mailer.mailbox?.list().find(({ to }) => to === email)
  return mail?.link.split('/').at(-1) ?? ''
}
