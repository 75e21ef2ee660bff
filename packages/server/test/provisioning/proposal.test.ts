import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
let owner: Awaited<ReturnType<TestAdmin['organization']>>
let member: Credential

beforeAll(async () => {
  admin = await startAdmin()
  owner = await admin.organization()
  member = (await admin.person('member@example.com', owner.orgId)).session
})
afterAll(() => admin.stop())

async function propose(DisplayName: string) {
  const host = {
    realmId: owner.sandboxRealmId,
    orgId: owner.orgId,
    clientId: 'svcc_host',
    userId: 'user',
    hostName: 'Claude',
  }
  const result = await admin.proposals.propose(host, {
    operation: 'create',
    entity: 'Customer',
    record: { DisplayName },
  })
  if (result.kind !== 'proposed') throw new Error(JSON.stringify(result))
  return { host, id: result.proposal.id, path: `/realms/${owner.sandboxRealmId}/proposals` }
}

describe('a proposed write in the portal', () => {
  it('is listed while it waits, and committed once by an admin', async () => {
    const { id, path } = await propose('Ada Lind')
    const waiting = await admin.call(`GET ${path}?waiting=true`, member)
    expect(waiting.body.proposals).toMatchObject([
      {
        id,
        hostName: 'Claude',
        state: 'waiting',
        preview: { qbxml: expect.stringContaining('<Name>Ada Lind</Name>') },
      },
    ])
    const posted = { posted: 'done', refusal: null, recordId: expect.any(String), code: null, detail: null }
    const first = await admin.call(`POST ${path}/${id}/commit`, owner.session)
    expect(first.body).toEqual(posted)
    expect((await admin.call(`POST ${path}/${id}/commit`, owner.session)).body).toEqual(first.body)
    expect((await admin.call(`GET ${path}?waiting=true`, member)).body.proposals).toEqual([])
    expect((await admin.call(`GET ${path}`, member)).body.proposals).toMatchObject([{ state: 'posted', preview: null }])
  })

  it('is not committed by members, nor by API keys, which programs have', async () => {
    const { id, path } = await propose('Grace Moss')
    const key = await admin.createKey(owner.caller, owner.orgId)
    expect((await admin.call(`POST ${path}/${id}/commit`, member)).status).toBe(403)
    expect((await admin.call(`POST ${path}/${id}/commit`, key)).status).toBe(403)
    expect((await admin.call(`GET ${path}?waiting=true`, member)).body.proposals).toMatchObject([{ id }])
  })

  it('is rejected by a member, and then not committed', async () => {
    const { id, path } = await propose('Ida Vale')
    expect((await admin.call(`POST ${path}/${id}/reject`, member)).body).toEqual({ rejected: true })
    expect((await admin.call(`POST ${path}/${id}/reject`, member)).body).toEqual({ rejected: false })
    expect((await admin.call(`POST ${path}/${id}/commit`, owner.session)).body).toMatchObject({
      posted: 'not_sent',
      refusal: 'rejected',
    })
  })

  it('is listed page by page by the Link header, newest first', async () => {
    const proposed: string[] = []
    for (const name of ['Alma Frost', 'Bela Hart', 'Cleo Winn']) proposed.unshift((await propose(name)).id)
    const listed: string[] = []
    const isListed = () => proposed.every((id) => listed.includes(id))
    let next: string | undefined = `/realms/${owner.sandboxRealmId}/proposals?limit=2`
    while (next !== undefined && !isListed()) {
      const { body, headers } = await admin.call(`GET ${next}`, member)
      expect(body.proposals.length).toBeLessThanOrEqual(2)
      listed.push(...body.proposals.map(({ id }: { id: string }) => id))
      next = /^<\/admin\/v1(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(listed.slice(0, 3)).toEqual(proposed)
    expect(new Set(listed).size).toBe(listed.length)
    const unknown = await admin.call(`GET /realms/${owner.realmId}/proposals?before=${proposed[0]}`, member)
    expect(unknown.body).toEqual({ proposals: [], before: null })
  })

  it('does not exist in another company file', async () => {
    const { id } = await propose('Otto Reed')
    const commit = await admin.call(`POST /realms/${owner.realmId}/proposals/${id}/commit`, owner.session)
    expect(commit.status).toBe(404)
  })
})

describe('MCP access', () => {
  it('is `write` for a new sandbox, `off` for other company files, and changed by admins only', async () => {
    const getMode = async (realmId: string) =>
      (await admin.call(`GET /realms/${realmId}`, member)).body.settings.mcpMode
    expect([await getMode(owner.sandboxRealmId), await getMode(owner.realmId)]).toEqual(['write', 'off'])
    const path = `PATCH /realms/${owner.realmId}/settings`
    expect((await admin.call(path, member, { mcpMode: 'write' })).status).toBe(403)
    expect((await admin.call(path, owner.session, { mcpMode: 'propose' })).body.settings.mcpMode).toBe('propose')
    const [event] = await admin.database.auditEvent.findMany({ where: { action: 'realm.settings' } })
    expect(event?.details).toEqual({ mcpMode: 'propose' })
  })
})
