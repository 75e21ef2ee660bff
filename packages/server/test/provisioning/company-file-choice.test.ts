import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const now = new Date('2026-03-02T09:30:00Z')
const found = 'C:\\Books\\Müller & Söhne.qbw'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

/** Creates an organization whose agent asks whether a file is the right one. */
async function asked(email: string, condition: 'file_unconfirmed' | 'ready' = 'file_unconfirmed') {
  const org = await admin.organization(email)
  const { realmId } = org
  await admin.database.realmSession.create({
    data: {
      realmId,
      gatewayUrl: 'http://127.0.0.1:1',
      epoch: 1n,
      phase: 'ready',
      companyFile: found,
      condition,
      connectedAt: now,
      lastSeenAt: new Date(),
    },
  })
  const confirm = (companyFile: string, session = org.session) =>
    admin.call(`POST /realms/${realmId}/company-file/confirm`, session, { companyFile })
  const realm = () => admin.database.realm.findUniqueOrThrow({ where: { id: realmId } })
  const events = () =>
    admin.database.auditEvent.findMany({
      where: { resourceId: realmId, action: { in: ['realm.confirm-file', 'realm.choose-file'] } },
      select: { action: true, details: true },
      orderBy: { createdAt: 'asc' },
    })
  return { ...org, confirm, realm, events }
}

describe('the company file that an agent found', () => {
  it('is shown in the status, and is audited when it is confirmed [cp-4:company-file]', async () => {
    const { realmId, session, confirm, realm, events } = await asked('confirms@example.com')
    const { body } = await admin.call(`GET /realms/${realmId}/status`, session)
    expect(body.status).toMatchObject({ state: 'file_unconfirmed', companyFile: found })

    expect((await confirm(found)).status).toBe(204)
    expect(await realm()).toMatchObject({ confirmedFile: found, fileChoice: 0 })
    expect(await events()).toEqual([{ action: 'realm.confirm-file', details: { companyFile: found } }])
  })

  it('is confirmed only while the agent asks for this very one', async () => {
    const { confirm, realm, events } = await asked('other@example.com')
    const other = await confirm('C:\\Books\\Other.qbw')
    expect([other.status, other.body.error]).toEqual([400, 'invalid_request'])

    const ready = await asked('ready@example.com', 'ready')
    expect((await ready.confirm(found)).status).toBe(400)
    await admin.database.realmSession.updateMany({ data: { lastSeenAt: new Date(now.getTime() - 60_000) } })
    expect((await confirm(found)).status).toBe(400)
    expect([(await realm()).confirmedFile, await events()]).toEqual([null, []])
  })

  it('is forgotten when an admin asks for another one', async () => {
    const { realmId, session, confirm, realm, events } = await asked('chooses@example.com')
    await confirm(found)
    expect((await admin.call(`POST /realms/${realmId}/company-file/choose`, session)).status).toBe(204)

    expect(await realm()).toMatchObject({ confirmedFile: null, fileChoice: 1 })
    expect(await events()).toMatchObject([{}, { action: 'realm.choose-file', details: { companyFile: found } }])
  })

  it('can be confirmed through a set-up link, on behalf of its creator', async () => {
    const { realmId, session, caller, realm } = await asked('links@example.com')
    const { body } = await admin.call(`POST /realms/${realmId}/setup-links`, session)
    const token = String(body.url).split('/').at(-1) ?? ''
    const confirm = async (companyFile: string) =>
      (
        await admin.app.request('/trpc/setup.confirm', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'https://bridge.test' },
          body: JSON.stringify({ token, companyFile }),
        })
      ).status

    expect(await confirm('C:\\Other.qbw')).toBe(400)
    expect(await confirm(found)).toBe(200)
    expect((await realm()).confirmedFile).toBe(found)
    expect(
      await admin.database.auditEvent.findFirstOrThrow({
        where: { resourceId: realmId, action: 'realm.confirm-file' },
      }),
    ).toMatchObject({ actorId: caller.userId })
  })
})

describe('the name of an application', () => {
  it('is that of the organization in a new realm, and stays when the organization is renamed', async () => {
    const { orgId, session, realm } = await asked('named@example.com')
    const before = (await realm()).applicationName
    const { name } = await admin.database.organization.findUniqueOrThrow({ where: { id: orgId } })
    expect(before).toBe(`Bridge Service for ${name} (${(await realm()).id})`)

    await admin.call(`PATCH /orgs/${orgId}`, session, { name: 'Renamed' })
    expect((await realm()).applicationName).toBe(before)
  })
})
