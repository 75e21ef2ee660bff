import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

interface Event {
  readonly action: string
  readonly resourceName: string | null
  readonly resourceExists: boolean
  readonly actor: string | null
  readonly apiKeyName: string | null
}

describe('the audit log', () => {
  it('names resources, actors and keys', async () => {
    const { caller, session, orgId, sandboxRealmId } = await admin.organization('names@example.com')
    const key = await admin.createKey(caller, orgId)
    await admin.call(`PATCH /realms/${sandboxRealmId}`, key, { name: 'Renamed' })
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&credential=api-key`, session)).body
    expect(
      events.map(({ action, resourceName, actor, apiKeyName }: Event) => [action, resourceName, actor, apiKeyName]),
    ).toEqual([['realm.rename', 'Renamed', 'names@example.com', 'Key']])
  })

  it('keeps the names of what was renamed or deleted since, and of who left', async () => {
    const { session, orgId, realmId } = await admin.organization('keeps@example.com')
    const { session: leaver, caller } = await admin.person('leaver@example.com', orgId, 'admin')
    await admin.call(`PATCH /realms/${realmId}`, leaver, { name: 'Müller & Söhne' })
    await admin.call(`PATCH /realms/${realmId}`, leaver, { name: 'Müller GmbH' })
    await admin.call(`DELETE /realms/${realmId}`, session)
    const { id } = await admin.database.membership.findFirstOrThrow({ where: { orgId, userId: caller.userId } })
    expect((await admin.call(`DELETE /members/${id}`, session)).status).toBe(204)
    await admin.database.user.delete({ where: { id: caller.userId } })
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}`, session)).body
    const about = (action: string) =>
      events
        .filter((event: Event) => event.action === action)
        .map(({ resourceName, actor, resourceExists }: Event) => [resourceName, actor, resourceExists])
    expect(about('realm.rename')).toEqual([
      ['Müller GmbH', 'leaver@example.com', false],
      ['Müller & Söhne', 'leaver@example.com', false],
    ])
    expect(about('realm.delete')).toEqual([['Müller GmbH', 'keeps@example.com', false]])
    expect(about('member.remove')).toEqual([['leaver@example.com', 'keeps@example.com', false]])
  })

  it('names what events from before the names were stored refer to, as long as it exists', async () => {
    const { session, orgId, sandboxRealmId, caller } = await admin.organization('older@example.com')
    const older = {
      orgId,
      actorKind: 'session',
      actorId: caller.userId,
      action: 'sandbox.reset',
      resourceKind: 'realm',
    }
    await admin.database.auditEvent.create({ data: { ...older, id: 'older', resourceId: sandboxRealmId } })
    await admin.database
      .$executeRaw`UPDATE audit_event SET "resourceName" = NULL, "actorName" = NULL WHERE id = 'older'`
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=sandbox.reset`, session)).body
    expect(events).toMatchObject([{ resourceName: 'Sandbox', actor: 'older@example.com', resourceExists: true }])
  })

  it('has what a role or an API key was denied, once in 10 minutes, and exports', async () => {
    const { caller, session, orgId } = await admin.organization('refused@example.com')
    const { session: member } = await admin.person('member@example.com', orgId)
    for (const name of ['First', 'Second']) {
      expect((await admin.call(`PATCH /orgs/${orgId}`, member, { name })).status).toBe(403)
    }
    const key = await admin.createKey(caller, orgId)
    expect((await admin.call('POST /api-keys', key, { orgId, name: 'Another' })).status).toBe(403)
    await admin.call(`GET /audit-events.csv?orgId=${orgId}`, session)
    const list = async (action: string) =>
      (await admin.call(`GET /audit-events?orgId=${orgId}&action=${action}`, session)).body.events
    expect(await list('audit-log.export')).toMatchObject([{ actor: 'refused@example.com' }])
    const denials: Pick<Event, 'actor' | 'apiKeyName'>[] = await list('access.deny')
    const withoutKey = denials.filter(({ apiKeyName }) => apiKeyName === null)
    const withKey = denials.filter(({ apiKeyName }) => apiKeyName !== null)
    expect(withoutKey).toMatchObject([
      {
        actor: 'member@example.com',
        details: { operation: 'PATCH /orgs/{orgId}', role: 'member', needs: 'admin' },
      },
    ])
    expect(withKey).toMatchObject([{ details: { operation: 'POST /api-keys', needs: 'session' } }])
  })

  it('has what only an owner may do to owners', async () => {
    const { session, orgId, caller } = await admin.organization('only-owner@example.com')
    const { session: rogue } = await admin.person('rogue-admin@example.com', orgId, 'admin')
    const { caller: member } = await admin.person('promoted@example.com', orgId)
    const findMemberId = async (userId: string) =>
      (await admin.database.membership.findFirstOrThrow({ where: { orgId, userId } })).id
    const [ownerId, memberId] = [await findMemberId(caller.userId), await findMemberId(member.userId)]
    const invitation = { orgId, email: 'alias@example.com', role: 'owner' }
    const attempts = [
      await admin.call('POST /invitations', { ...rogue, 'idempotency-key': 'once' }, invitation),
      await admin.call(`PATCH /members/${memberId}`, rogue, { role: 'owner' }),
      await admin.call(`PATCH /members/${ownerId}`, rogue, { role: 'member' }),
      await admin.call(`DELETE /members/${ownerId}`, rogue),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=access.deny`, session)).body
    const denied = (operation: string, resourceId: string) => ({
      actor: 'rogue-admin@example.com',
      resourceId,
      details: { operation, role: 'admin', needs: 'owner' },
    })
    expect(events).toHaveLength(4)
    expect(events).toEqual(
      expect.arrayContaining(
        [
          denied('POST /invitations', orgId),
          denied('PATCH /members/{memberId}', memberId),
          denied('PATCH /members/{memberId}', ownerId),
          denied('DELETE /members/{memberId}', ownerId),
        ].map((event) => expect.objectContaining(event)),
      ),
    )
  })

  it('filters by a period', async () => {
    const { session, orgId } = await admin.organization('period@example.com')
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    await admin.database.auditEvent.deleteMany({ where: { orgId } })
    for (const day of [1, 2, 3]) {
      await admin.database.auditEvent.create({
        data: {
          orgId,
          actorKind: 'system',
          action: `day.${day}`,
          resourceKind: 'org',
          resourceId: orgId,
          createdAt: at(day),
        },
      })
    }
    const query = `since=${at(2).toISOString()}&until=${at(3).toISOString()}`
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&${query}`, session)).body
    expect(events.map(({ action }: Event) => action)).toEqual(['day.2'])
    const csv = await admin.call(`GET /audit-events.csv?orgId=${orgId}&${query}`, session)
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('exports more events than one page has, each once, and escapes formulas', async () => {
    const { session, orgId } = await admin.organization('pages@example.com')
    const createdAt = new Date('2026-01-01T00:00:00Z')
    await admin.database.auditEvent.createMany({
      data: Array.from({ length: 1_100 }, (_, index) => ({
        orgId,
        actorKind: 'system',
        action: 'many',
        resourceKind: 'org',
        resourceId: index === 0 ? ' =HYPERLINK("https://evil.example")' : `resource-${index}`,
        createdAt,
      })),
    })
    const { text } = await admin.call(`GET /audit-events.csv?orgId=${orgId}&action=many`, session)
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect([lines.length, new Set(lines).size]).toEqual([1_100, 1_100])
    expect(text).toContain(`"' =HYPERLINK(""https://evil.example"")"`)
  })
})
