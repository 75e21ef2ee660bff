import { randomUUID } from 'node:crypto'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const now = new Date('2026-03-02T09:30:00Z')
const hour = 3_600_000

let admin: TestAdmin
let outcome: ExchangeOutcome = { sent: false, reason: 'offline' }
const sent: string[] = []

beforeAll(async () => {
  admin = await startAdmin({
    clock: () => now,
    config: { restRequestsPerMinute: 3 },
    productionDesktop: {
      exchange: async (_, messageSet) => {
        sent.push(messageSet)
        return outcome
      },
    },
  })
})
afterAll(() => admin.stop())

type Organization = Awaited<ReturnType<TestAdmin['organization']>>

function ago(hours: number) {
  return new Date(now.getTime() - hours * hour)
}
function logCalls({ orgId, realmId }: Organization, calls: readonly (readonly [hoursAgo: number, status: number])[]) {
  return admin.database.loggedRequest.createMany({
    data: calls.map(([hoursAgo, status]) => ({
      id: randomUUID(),
      traceId: `trace-${hoursAgo}`,
      realmId,
      orgId,
      createdAt: ago(hoursAgo),
      method: 'GET',
      path: '/v3/company/1/customer/1',
      status,
      code: status < 400 ? null : 'AGENT_OFFLINE',
      totalMs: 1,
    })),
  })
}
async function connect({ realmId }: Organization, agentTokenId: string | null = null) {
  await admin.database.realmSession.create({
    data: {
      realmId,
      gatewayUrl: 'http://127.0.0.1:1',
      epoch: 1n,
      phase: 'ready',
      agentVersion: '1.2.3',
      agentTokenId,
      companyFile: 'rock-castle.qbw',
      connectedAt: ago(5),
      conditionSince: ago(5),
      lastSeenAt: new Date(),
    },
  })
}

describe('the status of a realm [cp-4:status]', () => {
  it('is empty before anything has happened', async () => {
    const org = await admin.organization('empty@example.com')
    const { body } = await admin.call(`GET /realms/${org.realmId}/status`, org.session)
    expect(body.status).toEqual({
      state: 'never_connected',
      since: expect.any(String),
      transport: null,
      agentVersion: null,
      companyFile: null,
      companyName: null,
      product: null,
      version: null,
      lastCallAt: null,
      failures: 0,
      connectedAt: null,
      lastSeenAt: null,
      agentTokenId: null,
      agentTokenLabel: null,
      agent: {
        online: false,
        state: 'never_connected',
        since: expect.any(String),
        connectedAt: null,
        lastSeenAt: null,
      },
      connector: {
        connected: false,
        state: 'never_connected',
        since: expect.any(String),
        lastPolledAt: null,
        companyFile: null,
        problem: null,
        sharedAt: null,
      },
      checkedAt: null,
      lastFailure: null,
    })
  })

  it('has the agent, the file, and the calls, as the list has [cp-2:Realm]', async () => {
    const org = await admin.organization('full@example.com')
    const { id } = (await admin.call(`POST /realms/${org.realmId}/agent-tokens`, org.session, { label: 'PC' })).body
    await connect(org, id)
    await logCalls(org, [
      [30, 503],
      [23, 503],
      [2, 404],
      [1, 200],
    ])
    const { status } = (await admin.call(`GET /realms/${org.realmId}/status`, org.session)).body
    expect(status).toMatchObject({
      state: 'connected',
      since: '2026-03-02T04:30:00.000+00:00',
      transport: 'agent',
      agentVersion: '1.2.3',
      agentTokenId: id,
      agentTokenLabel: 'PC',
      companyFile: 'rock-castle.qbw',
      lastCallAt: '2026-03-02T08:30:00.000+00:00',
      failures: 2,
      lastFailure: { traceId: 'trace-2', status: 404, code: 'AGENT_OFFLINE', at: '2026-03-02T07:30:00.000+00:00' },
    })
    const { realms } = (await admin.call(`GET /realms?orgId=${org.orgId}`, org.session)).body
    const { state, failures, lastCallAt } = realms[0].connection
    expect({ state, failures, lastCallAt }).toEqual({
      state: status.state,
      failures: status.failures,
      lastCallAt: status.lastCallAt,
    })
    await admin.call(`DELETE /agent-tokens/${id}`, org.session)
    await admin.database.realmSession.update({ where: { realmId: org.realmId }, data: { phase: 'draining' } })
    const revoked = (await admin.call(`GET /realms/${org.realmId}/status`, org.session)).body
    expect(revoked.status).toMatchObject({ state: 'token_revoked', since: '2026-03-02T09:30:00.000+00:00' })
  })

  it('has both transports with their times, and is that of the one that serves the file', async () => {
    const org = await admin.organization('both@example.com')
    const { realmId } = org
    await connect(org)
    const credential = (await admin.call(`POST /realms/${realmId}/connector-credentials`, org.session)).body
    const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, intervalMs: 120_000, credentialId: credential.id }
    await admin.database.connectorSession.create({
      data: {
        realmId,
        ...lease,
        lastSeenAt: new Date(Date.now() + hour),
        lastPolledAt: new Date(),
        liveSince: ago(3),
        conditionSince: ago(4),
        companyFile: 'Sample Co.QBW',
      },
    })
    const getStatus = async () => (await admin.call(`GET /realms/${realmId}/status`, org.session)).body.status
    const agent = { online: true, state: 'connected', since: '2026-03-02T04:30:00.000+00:00' }
    const connector = {
      connected: true,
      state: 'connected',
      since: '2026-03-02T06:30:00.000+00:00',
      lastPolledAt: expect.any(String),
      companyFile: 'Sample Co.QBW',
    }
    expect(await getStatus()).toMatchObject({ transport: 'agent', companyFile: 'rock-castle.qbw', agent, connector })
    expect((await admin.call(`GET /realms/${realmId}`, org.session)).body).toMatchObject({ agent, connector })

    const problem = 'APP_COMPANY_FILE_UNAVAILABLE'
    await admin.database.connectorCredential.update({ where: { id: credential.id }, data: { problem } })
    expect((await admin.call(`GET /realms/${realmId}`, org.session)).body).toMatchObject({ connector: { problem } })

    const endedAt = ago(2)
    await admin.database.realmSession.update({ where: { realmId }, data: { phase: 'draining', endedAt } })
    const away = { online: false, state: 'offline', since: '2026-03-02T07:30:00.000+00:00' }
    expect(await getStatus()).toMatchObject({
      state: 'connected',
      transport: 'web_connector',
      companyFile: 'Sample Co.QBW',
      agent: away,
      connector,
    })

    const lastPolledAt = ago(1)
    await admin.database.connectorSession.update({ where: { realmId }, data: { lastPolledAt } })
    const silent = { state: 'not_polling', since: '2026-03-02T08:30:00.000+00:00' }
    expect(await getStatus()).toMatchObject({
      ...silent,
      transport: 'web_connector',
      agent: away,
      connector: { connected: false, ...silent, lastPolledAt: '2026-03-02T08:30:00.000+00:00' },
    })
  })

  it('of a sandbox is always available', async () => {
    const org = await admin.organization('sandbox@example.com')
    const { body } = await admin.call(`GET /realms/${org.sandboxRealmId}/status`, org.session)
    expect(body.status).toMatchObject({ state: 'sandbox', transport: 'sandbox' })
  })
})

it('requests and failures are counted by hour [cp-4:activity]', async () => {
  const org = await admin.organization('activity@example.com')
  await logCalls(org, [
    [23, 500],
    [1.2, 200],
    [1, 404],
    [0.1, 200],
  ])
  const { body } = await admin.call(`GET /realms/${org.realmId}/activity?hours=3`, org.session)
  expect(body.hours).toEqual([
    { at: '2026-03-02T08:00:00.000+00:00', calls: 2, failures: 1 },
    { at: '2026-03-02T09:00:00.000+00:00', calls: 1, failures: 0 },
  ])
})

it('the history has 30 days and the latest changes, newest first [cp-4:history]', async () => {
  const org = await admin.organization('history@example.com')
  const { realmId } = org
  await admin.database.connectionChange.createMany({
    data: [
      { realmId, at: ago(24 * 40), condition: 'ready', companyFile: 'a.qbw' },
      { realmId, at: ago(9.5), condition: 'dialog', companyFile: 'a.qbw' },
      { realmId, at: ago(2), reason: 'tokenRevoked' },
    ],
  })
  const { body } = await admin.call(`GET /realms/${realmId}/connection-history`, org.session)
  expect(body.days).toHaveLength(30)
  expect(body.days[0]).toEqual({ day: '2026-02-01', connectedMs: 24 * hour, waitingMs: 0, offlineMs: 0 })
  expect(body.days.at(-1)).toEqual({
    day: '2026-03-02',
    connectedMs: 0,
    waitingMs: 7.5 * hour,
    offlineMs: 2 * hour,
  })
  expect(body.changes.map(({ state, reason }: { state: string; reason: string }) => [state, reason])).toEqual([
    ['token_revoked', 'tokenRevoked'],
    ['dialog_waiting', null],
  ])
})

it('the history counts a company file as connected while one of its transports is [cp-4:history]', async () => {
  const org = await admin.organization('both-history@example.com')
  const { realmId } = org
  await admin.database.connectionChange.createMany({
    data: [
      { realmId, transport: 'connector', at: ago(24 * 35), condition: 'ready', companyFile: 'a.qbw' },
      { realmId, transport: 'agent', at: ago(24 * 40), condition: 'ready', companyFile: 'a.qbw' },
      { realmId, transport: 'agent', at: ago(9), reason: 'stopping' },
      { realmId, transport: 'connector', at: ago(5), condition: 'another_file', companyFile: 'a.qbw' },
    ],
  })
  const lastPolledAt = ago(3)
  const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, intervalMs: 15_000, lastSeenAt: lastPolledAt }
  await admin.database.connectorSession.create({ data: { realmId, ...lease, lastPolledAt } })
  const { body } = await admin.call(`GET /realms/${realmId}/connection-history`, org.session)
  expect(body.days.at(-1)).toEqual({
    day: '2026-03-02',
    connectedMs: 4.5 * hour,
    waitingMs: 2 * hour,
    offlineMs: 3 * hour,
  })
  expect(body.changes.map(({ transport, state }: Record<string, string>) => [transport, state])).toEqual([
    ['web_connector', 'another_file'],
    ['agent', 'offline'],
  ])
})

describe('a check of a company file [cp-4:check]', () => {
  it('reads and stores the name of the company and the version of QuickBooks', async () => {
    const org = await admin.organization('check@example.com')
    outcome = {
      sent: true,
      lost: false,
      response: `<?xml version="1.0"?><QBXML><QBXMLMsgsRs>
        <HostQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="ok"><HostRet>
          <ProductName>QuickBooks Enterprise</ProductName><MajorVersion>34</MajorVersion><MinorVersion>0</MinorVersion>
        </HostRet></HostQueryRs>
        <CompanyQueryRs requestID="2" statusCode="0" statusSeverity="Info" statusMessage="ok"><CompanyRet>
          <CompanyName>Rock Castle</CompanyName>
        </CompanyRet></CompanyQueryRs></QBXMLMsgsRs></QBXML>`,
    }
    const { body } = await admin.call(`POST /realms/${org.realmId}/check`, org.session)
    const found = { companyName: 'Rock Castle', product: 'QuickBooks Enterprise', version: '34.0' }
    expect(body.check).toEqual({ isReachable: true, reason: null, ...found })
    expect(sent.at(-1)).toContain('<CompanyQueryRq requestID="2"')
    outcome = { sent: false, reason: 'offline' }
    const later = await admin.call(`POST /realms/${org.realmId}/check`, org.session)
    expect(later.body.check).toEqual({
      isReachable: false,
      reason: expect.stringMatching(/^Neither an agent nor/),
      ...found,
    })
    const { status } = (await admin.call(`GET /realms/${org.realmId}/status`, org.session)).body
    expect(status).toMatchObject({ ...found, checkedAt: '2026-03-02T09:30:00.000+00:00' })
  })

  it('reads the company of a sandbox', async () => {
    const org = await admin.organization('emulated@example.com')
    const { body } = await admin.call(`POST /realms/${org.sandboxRealmId}/check`, org.session)
    expect(body.check).toMatchObject({ isReachable: true, companyName: expect.any(String), version: '24.0' })
  })

  it('counts as a request of the realm [cp-7:rate_limited]', async () => {
    const org = await admin.organization('limit@example.com')
    const statuses = []
    for (let time = 1; time <= 4; time += 1) {
      statuses.push((await admin.call(`POST /realms/${org.realmId}/check`, org.session)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
