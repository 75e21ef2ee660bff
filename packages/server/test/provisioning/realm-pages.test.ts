import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

/** Creates an organization with as many production realms as names. */
async function setup(email: string, names: readonly string[]) {
  const { session, orgId, realmId } = await admin.organization(email)
  await admin.database.realm.delete({ where: { id: realmId } })
  const prefix = 1_000_000 + (await admin.database.realm.count())
  const toId = (index: number) => `${prefix}${String(index).padStart(9, '0')}`
  await admin.database.realm.createMany({
    data: names.map((name, index) => ({ id: toId(index), orgId, kind: 'production', name, createdAt: new Date(0) })),
  })
  const list = async (query = '') => {
    const { status, headers, body } = await admin.call(`GET /realms?orgId=${orgId}${query}`, session)
    const realms: readonly { readonly name: string }[] = body.realms ?? []
    return { status, link: headers.get('link') ?? '', after: body.after, names: realms.map(({ name }) => name) }
  }
  return { list, toId, session }
}

describe('GET /realms', () => {
  it('pages through all realms by the Link header, also where the last one was deleted', async () => {
    const { list, toId, session } = await setup('pages@example.com', ['A', 'B', 'C', 'D'])
    const first = await list('&limit=2')
    expect([first.names, first.after]).toEqual([['A', 'B'], expect.stringContaining(toId(1))])
    await admin.database.realm.delete({ where: { id: toId(1) } })
    const next = /^<\/admin\/v1(.*)>; rel="next"$/.exec(first.link)?.[1]
    const { body } = await admin.call(`GET ${next}`, session)
    expect(body.realms.map(({ name }: { name: string }) => name)).toEqual(['C', 'D'])
    const last = await list(`&limit=2&after=${body.after}`)
    expect([last.names, last.after, last.link]).toEqual([['Sandbox'], null, ''])
  })

  it('lists up to 1,000 realms without a limit, and links to the others', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `File ${index}`)
    const { list } = await setup('thousand@example.com', names)
    const { names: listed, link, after } = await list()
    expect([listed.length, link]).toEqual([1_000, expect.stringContaining('rel="next"')])
    expect((await list(`&after=${after}`)).names).toEqual(['File 1000', 'Sandbox'])
  })

  it('searches names without wildcards, open company files and the beginnings of IDs', async () => {
    const { list, toId } = await setup('search@example.com', ['Müller & Söhne', '100% Cotton', 'Other'])
    const times = { connectedAt: admin.clock(), lastSeenAt: admin.clock() }
    const lease = { realmId: toId(2), gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, phase: 'ready' } as const
    await admin.database.realmSession.create({ data: { ...lease, ...times, companyFile: 'rock-castle.qbw' } })
    expect((await list('&search=müller')).names).toEqual(['Müller & Söhne'])
    expect((await list('&search=%25')).names).toEqual(['100% Cotton'])
    expect((await list('&search=rock')).names).toEqual(['Other'])
    expect((await list(`&search=${toId(0)}`)).names).toEqual(['Müller & Söhne'])
    expect((await list('&search=nothing')).names).toEqual([])
    expect((await list('&kind=sandbox')).names).toEqual(['Sandbox'])
  })

  it('rejects other limits, places and kinds', async () => {
    const { list } = await setup('rejects@example.com', [])
    for (const query of ['limit=0', 'limit=1001', 'after=1', 'after=production-1-1', 'kind=other', 'search=%00']) {
      expect([query, (await list(`&${query}`)).status]).toEqual([query, 400])
    }
  })
})
