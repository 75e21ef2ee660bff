import { deadAfterMs } from '@bridge/agent-protocol'
import { createConnectionWatch } from '@bridge/control-plane/alerts/connection-watch'
import { isLiveLease } from '@bridge/data-plane/desktop/live-lease'
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
  return { list, toId, session, orgId }
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

  it('filters by the group of the state, and follows connections as gateways store them', async () => {
    const { list, toId } = await setup('groups@example.com', ['Never', 'Works', 'Waits', 'Gone', 'Silent'])
    const [works, waits, gone, silent] = [toId(1), toId(2), toId(3), toId(4)]
    const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, phase: 'ready', connectedAt: new Date() } as const
    const create = (realmId: string, more: object = {}) =>
      admin.database.realmSession.create({ data: { realmId, lastSeenAt: new Date(), ...lease, ...more } })
    await create(works)
    await create(waits, { condition: 'dialog' })
    await create(gone)
    await create(silent)
    expect((await list('&group=connected')).names).toEqual(['Gone', 'Sandbox', 'Silent', 'Works'])
    await admin.database.realmSession.update({ where: { realmId: gone }, data: { phase: 'draining' } })
    expect((await list('&group=offline')).names).toEqual(['Gone'])
    expect((await list('&group=waiting')).names).toEqual(['Waits'])
    expect((await list('&group=never_connected')).names).toEqual(['Never'])

    // Its gateway ends without a word.
    await admin.database.realmSession.update({ where: { realmId: silent }, data: { lastSeenAt: new Date(0) } })
    const watch = createConnectionWatch({ ...admin, mailer: { send: async () => undefined } })
    await watch.run()
    await watch.close()
    expect((await list('&group=offline')).names).toEqual(['Gone', 'Silent'])
    expect((await list('&sort=state')).names).toEqual(['Gone', 'Silent', 'Waits', 'Never', 'Sandbox', 'Works'])
  })

  it('counts a lease as live in the list exactly as long as everywhere else', async () => {
    const { toId } = await setup('live@example.com', ['Seen'])
    const realmId = toId(0)
    const now = new Date()
    const lease = {
      gatewayUrl: 'http://127.0.0.1:1',
      epoch: 1n,
      phase: 'ready',
      connectedAt: now,
      lastSeenAt: now,
    } as const
    await admin.database.realmSession.create({ data: { realmId, ...lease } })
    // Within a transaction, the time of the database stays the same.
    const groups = await admin.database.$transaction(async (transaction) => {
      const found: string[] = []
      for (const silentMs of [deadAfterMs - 1, deadAfterMs]) {
        await transaction.$executeRaw`
          UPDATE realm_session SET "lastSeenAt" = date_trunc('milliseconds', now()) - make_interval(secs => ${silentMs / 1000})
          WHERE "realmId" = ${realmId}`
        const [listed] = await transaction.$queryRaw<[{ group: string; isLive: boolean }]>`
          SELECT realm_state_group(${realmId}, false)::text AS "group", ${isLiveLease} AS "isLive"
          FROM realm_session AS lease WHERE "realmId" = ${realmId}`
        found.push(`${listed.group} ${listed.isLive}`)
      }
      return found
    })
    expect(groups).toEqual(['connected true', 'offline false'])
  })

  it.each(['name', '-name', 'state', 'created'])('pages through the order %s', async (sort) => {
    const { list } = await setup(`order-${sort}@example.com`, ['delta', 'Alpha', 'charlie', 'Bravo', 'alpha'])
    const whole = await list(`&sort=${sort}`)
    expect(whole.names).toHaveLength(6)
    const paged: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await list(`&sort=${sort}&limit=2${after && `&after=${after}`}`)
      paged.push(...page.names)
      after = page.after
    }
    expect(paged).toEqual(whole.names)
    if (sort === 'name')
      expect(whole.names.map((name) => name.toLowerCase())).toEqual(
        whole.names.map((name) => name.toLowerCase()).sort(),
      )
  })

  it('follows a new name', async () => {
    const { list, toId, session } = await setup('renamed@example.com', ['Zebra', 'Yak'])
    const body = { name: 'Antelope' }
    expect((await admin.call(`PATCH /realms/${toId(0)}`, session, body)).status).toBe(200)
    expect((await list('&sort=name')).names).toEqual(['Antelope', 'Sandbox', 'Yak'])
  })

  it('counts the realms of each group, and returns their requests by day', async () => {
    const { toId, session, orgId } = await setup('counts@example.com', ['A', 'B'])
    const { body } = await admin.call(`GET /realms/counts?orgId=${orgId}`, session)
    expect(body.groups).toEqual([
      { group: 'offline', count: 0 },
      { group: 'waiting', count: 0 },
      { group: 'never_connected', count: 2 },
      { group: 'connected', count: 1 },
    ])
    const today = new Date(admin.clock().toISOString().slice(0, 10))
    const usage = { realmId: toId(0), day: today, requests: 3, errors: 1 }
    await admin.database.usageDay.createMany({ data: [usage, { ...usage, clientId: 'other' }] })
    const days = await admin.call(`GET /realms/usage?orgId=${orgId}&realmId=${toId(0)},${toId(1)}`, session)
    const nothing = Array(14).fill(0)
    expect(days.body.realms).toEqual([
      { realmId: toId(0), requests: [...nothing.slice(1), 6], errors: [...nothing.slice(1), 2] },
      { realmId: toId(1), requests: nothing, errors: nothing },
    ])
  })

  it('rejects other limits, places and kinds', async () => {
    const { list } = await setup('rejects@example.com', [])
    for (const query of [
      'limit=0',
      'limit=1001',
      'after=1',
      'after=production-1-1',
      'kind=other',
      'sort=size',
      'group=sandbox',
      'search=%00',
    ]) {
      expect([query, (await list(`&${query}`)).status]).toEqual([query, 400])
    }
  })
})
