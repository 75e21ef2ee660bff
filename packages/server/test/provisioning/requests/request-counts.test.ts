import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../../admin.fixture.ts'
import { recordStatements } from '../../statement-plans.fixture.ts'

const now = new Date('2026-03-16T12:10:00Z')

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

const minuteMs = 60_000

/** Creates an organization with requests of these statuses, with their ages in minutes. */
async function setup(email: string, requests: readonly (readonly [minutesAgo: number, status: number])[]) {
  const org = await admin.organization(email)
  const log = (realmId: string, [minutesAgo, status]: readonly [number, number]) => ({
    id: randomUUID(),
    traceId: 'trace',
    realmId,
    orgId: org.orgId,
    createdAt: new Date(now.getTime() - minutesAgo * minuteMs),
    method: 'GET',
    path: '/',
    status,
    code: status >= 400 ? 'UNSUPPORTED_QUERY' : null,
    totalMs: 1,
  })
  await admin.database.loggedRequest.createMany({ data: requests.map((each) => log(org.sandboxRealmId, each)) })
  const get = async (path: string) => (await admin.call(`GET ${path}`, org.session)).body
  return { ...org, log, get }
}

describe('the counts of requests', () => {
  it('of half-hours come from the stored counts, of other times from the log, and both agree', async () => {
    const { orgId, get } = await setup('agree@example.com', [
      [1, 200],
      [11, 400],
      [12, 503],
      [700, 200],
      [40_000, 404],
    ])
    const [since, until] = ['2026-02-14T12:30:00.000Z', '2026-03-16T12:30:00.000Z']
    const count = async (query: string) => {
      const statements = recordStatements()
      const { total, buckets } = await get(`/requests/counts?orgId=${orgId}${query}`)
      statements.stop()
      const readsLog = [...statements.texts].some((text) => /count\(\*\) FILTER.* FROM logged_request/s.test(text))
      return { total, parts: buckets.length, readsLog }
    }
    const total = { ok: 2, clientErrors: 2, serverErrors: 1 }
    const range = `&since=${since}&until=${until}`
    expect(await count(`${range}&buckets=60`)).toEqual({ total, parts: 60, readsLog: false })
    expect(await count(`${range}&buckets=59`)).toEqual({ total, parts: 59, readsLog: true })
    expect(await count('')).toEqual({ total: { ok: 2, clientErrors: 1, serverErrors: 1 }, parts: 48, readsLog: false })
    expect(await count(`${range}&buckets=60&status=failed`)).toMatchObject({ readsLog: true })
  })

  it('follow what is logged later, and a company file that is deleted with its requests', async () => {
    const { orgId, realmId, log, session, get } = await setup('follow@example.com', [[5, 200]])
    await admin.database.loggedRequest.createMany({ data: [log(realmId, [5, 200]), log(realmId, [6, 500])] })
    const total = async () => (await get(`/requests/counts?orgId=${orgId}`)).total
    expect(await total()).toEqual({ ok: 2, clientErrors: 0, serverErrors: 1 })
    expect((await admin.call(`DELETE /realms/${realmId}`, session)).status).toBe(204)
    expect(await total()).toEqual({ ok: 1, clientErrors: 0, serverErrors: 0 })
  })
})

describe('a group of failures', () => {
  it('is new unless the failures before the time have one of its kind', async () => {
    const { orgId, realmId, log, get } = await setup('new@example.com', [])
    const invoice = { entity: 'Invoice', field: 'DocNumber' }
    const customer = { entity: 'Customer', field: null }
    await admin.database.loggedRequest.createMany({
      data: [
        { ...log(realmId, [2_000, 400]), ...invoice },
        { ...log(realmId, [10, 400]), ...invoice },
        { ...log(realmId, [9, 400]), ...customer },
      ],
    })
    const since = new Date(now.getTime() - 1_440 * minuteMs).toISOString()
    const { groups } = await get(`/requests/failures?orgId=${orgId}&since=${since}`)
    expect(groups.map(({ entity, isNew }: { entity: string; isNew: boolean }) => [entity, isNew])).toEqual([
      ['Customer', true],
      ['Invoice', false],
    ])
    const whole = await get(`/requests/failures?orgId=${orgId}`)
    expect(whole.groups.map(({ isNew }: { isNew: boolean }) => isNew)).toEqual([false, false])
    expect([whole.calls, whole.failures]).toEqual([3, 3])
  })
})

describe('the groups of failures', () => {
  it('come from the stored counts, for other filters from the log, and both agree', async () => {
    const { orgId, realmId, sandboxRealmId, log, session, get } = await setup('kinds@example.com', [[3, 200]])
    const invoice = { entity: 'Invoice', operation: 'create', field: 'Line[].Amount', clientId: 'svcc_one' }
    const item = (code: string, operation: string) => ({ operation, entity: 'Bill', status: 400, code, field: null })
    const batch = (...itemFailures: readonly object[]) => ({ itemFailures: [...itemFailures], operation: 'batch' })
    await admin.database.loggedRequest.createMany({
      data: [
        { ...log(realmId, [700, 400]), ...invoice },
        { ...log(sandboxRealmId, [5, 404]), ...invoice },
        { ...log(sandboxRealmId, [4, 400]), ...invoice, clientId: 'svcc_two' },
        { ...log(realmId, [3, 200]), ...batch(item('DUPLICATE_NAME', 'create'), item('DUPLICATE_NAME', 'create')) },
        { ...log(realmId, [2, 200]), ...batch(item('DUPLICATE_NAME', 'create'), item('STALE_OBJECT', 'update')) },
      ],
    })
    const since = '2026-03-15T12:30:00.000Z'
    const list = async (filter = '') => {
      const statements = recordStatements()
      const { groups } = await get(`/requests/failures?orgId=${orgId}&since=${since}${filter}`)
      statements.stop()
      return { groups, readsLog: [...statements.texts].some((text) => text.includes('list_failures')) }
    }
    const everyFilter = ['', '&code=DUPLICATE_NAME', '&clientId=svcc_one', '&entity=Invoice', '&operation=update']
    for (const filter of everyFilter) {
      const [counted, logged] = [await list(filter), await list(`${filter}&slowerThanMs=1`)]
      expect([counted.readsLog, logged.readsLog]).toEqual([false, true])
      expect(counted.groups).toEqual(logged.groups)
    }
    const { groups } = await list()
    expect(groups.map(({ code, count }: { code: string; count: number }) => [code, count])).toEqual([
      ['DUPLICATE_NAME', 2],
      ['UNSUPPORTED_QUERY', 2],
      ['STALE_OBJECT', 1],
      ['UNSUPPORTED_QUERY', 1],
    ])

    expect((await admin.call(`DELETE /realms/${realmId}`, session)).status).toBe(204)
    const left = (await list()).groups
    expect(left).toEqual((await list('&slowerThanMs=1')).groups)
    expect(left.map(({ count }: { count: number }) => count)).toEqual([1, 1])
  })
})
