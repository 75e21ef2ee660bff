import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { RepeatedWork } from '@bridge/platform/repeated-work'
import { serverDefaults } from '@bridge/platform/server-config'
import { stopAfter } from '@bridge/platform/testing/stop-after'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedOwner } from '../../test/provisioning.fixture.ts'
import { createAgentToken } from '../provisioning/agent-token.ts'
import { createProductionRealm } from '../provisioning/realm.ts'
import { type ConnectionAlert, connectionAlertMail } from './connection-alert-mail.ts'
import { deleteOldConnectionChanges } from './connection-watch.store.ts'
import { createConnectionWatch } from './connection-watch.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

let test: TestDatabase
/** Leases count by the database's clock. */
let now = new Date()
let sent: (readonly [to: string, kind: string, realmName: string, ...transport: string[]])[]
let isMailDown: boolean
let watches: RepeatedWork[]

beforeAll(async () => {
  test = await createTestDatabase()
  const secrets = { machineSecret: 'machine', sessionSecret: 'session' }
  watches = Array.from({ length: 2 }, () =>
    createConnectionWatch({
      database: test.database,
      logger: pino({ level: 'silent' }),
      config: { ...serverDefaults, ...secrets, baseUrl: 'https://bridge.test' },
      clock: () => now,
      mailer: {
        send: async (to, { subject, text }) => {
          if (isMailDown) throw new Error('The mail server is down.')
          const [, realmName = '', kind = ''] = /^(.*) is (offline|back)$/.exec(subject) ?? []
          sent.push([to, kind, realmName, ...(text.includes('Web Connector') ? ['connector'] : [])])
        },
      },
      // The tests run the watches themselves.
      intervalMs: dayMs,
      stepRows: 2,
    }),
  )
})
afterAll(async () => {
  for (const watch of watches) await watch.close()
  await test.drop()
})
beforeEach(async () => {
  sent = []
  isMailDown = false
  await test.database.realmSession.deleteMany()
  await test.database.connectorSession.deleteMany()
})

/** Runs two servers' watches at once. */
function runAll() {
  return Promise.all(watches.map((watch) => watch.run()))
}

/** Creates an organization with a company file. */
async function createCompanyFile(email: string) {
  const services = { database: test.database, clock: () => now }
  const { caller, organization } = await seedOwner(services, email)
  const { id: realmId } = await createProductionRealm(services, caller, organization.id, { name: 'Company' })
  const { id: tokenId } = await createAgentToken(services, caller, realmId, {})
  return { orgId: organization.id, realmId, tokenId }
}

/** Creates a company file with settings, whose agent was seen some minutes ago. */
async function setup(email: string, values: object, minutesAgo: number) {
  const file = await createCompanyFile(email)
  const { realmId, tokenId: agentTokenId } = file
  await test.database.realmSettings.update({ where: { realmId }, data: { values } })
  const connectedAt = new Date(Date.now() - minutesAgo * minuteMs)
  const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, phase: 'ready', agentTokenId } as const
  await test.database.realmSession.create({ data: { realmId, ...lease, connectedAt, lastSeenAt: connectedAt } })
  const setSeen = (lastSeenAt: Date) => test.database.realmSession.update({ where: { realmId }, data: { lastSeenAt } })
  return { ...file, setSeen }
}

async function addMember(orgId: string, email: string, role: 'admin' | 'member') {
  const { id: userId } = await test.database.user.create({ data: { email } })
  await test.database.membership.create({ data: { orgId, userId, role } })
}

describe('an outage [cp-3:offline-alert]', () => {
  it('is emailed once to owners and admins, and once when it ends, by one of the servers', async () => {
    const { orgId, setSeen } = await setup('once@example.com', { offlineAlertMinutes: 5 }, 6)
    await addMember(orgId, 'once-admin@example.com', 'admin')
    await addMember(orgId, 'once-member@example.com', 'member')
    await runAll()
    await runAll()
    const both = (kind: string) => ['once@example.com', 'once-admin@example.com'].map((to) => [to, kind, 'Company'])
    expect(sent).toEqual(both('offline'))
    await setSeen(new Date())
    await runAll()
    await runAll()
    expect(sent).toEqual([...both('offline'), ...both('back')])
    await setSeen(new Date(Date.now() - 6 * minuteMs))
    await runAll()
    expect(sent).toHaveLength(6)
  })

  it('is not emailed before its time, without the setting, or after the token was revoked', async () => {
    await setup('early@example.com', { offlineAlertMinutes: 5 }, 4)
    await setup('off@example.com', { offlineAlertMinutes: 0 }, 60)
    await setup('unset@example.com', {}, 60)
    const revoked = await setup('revoked@example.com', { offlineAlertMinutes: 5 }, 60)
    await test.database.agentToken.update({ where: { id: revoked.tokenId }, data: { revokedAt: now } })
    await runAll()
    expect(sent).toEqual([])
  })

  it('is emailed later if the mail server is down', async () => {
    await setup('down@example.com', { offlineAlertMinutes: 5 }, 6)
    isMailDown = true
    await runAll()
    isMailDown = false
    await runAll()
    expect(sent).toEqual([['down@example.com', 'offline', 'Company']])
  })
})

describe('an outage of a company file with a Web Connector [cp-3:offline-alert]', () => {
  /** Creates a company file whose agent was seen some minutes ago, and whose Web Connector polled some minutes ago. */
  async function setupBoth(email: string, agentMinutesAgo: number, connectorMinutesAgo: number) {
    const file = await setup(email, { offlineAlertMinutes: 5 }, agentMinutesAgo)
    const { realmId } = file
    const { id: credentialId } = await test.database.connectorCredential.create({
      data: { realmId, label: 'Web Connector', userName: email, passwordHash: 'x', fileId: randomUUID() },
    })
    const lease = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, intervalMs: 15_000, credentialId }
    const polledAt = (minutesAgo: number) => {
      const lastPolledAt = new Date(Date.now() - minutesAgo * minuteMs)
      return { lastPolledAt, lastSeenAt: lastPolledAt }
    }
    await test.database.connectorSession.create({ data: { realmId, ...lease, ...polledAt(connectorMinutesAgo) } })
    const poll = () => test.database.connectorSession.update({ where: { realmId }, data: polledAt(0) })
    return { ...file, credentialId, poll }
  }

  it('is emailed once neither of both is connected, and ends with either', async () => {
    const { poll } = await setupBoth('both@example.com', 60, 6)
    await setupBoth('agent-alone@example.com', 0, 60)
    await setupBoth('connector-alone@example.com', 60, 0)
    await setupBoth('early-connector@example.com', 60, 4)
    await runAll()
    await runAll()
    expect(sent).toEqual([['both@example.com', 'offline', 'Company', 'connector']])
    await poll()
    await runAll()
    expect(sent.slice(1)).toEqual([['both@example.com', 'back', 'Company']])
  })

  it('counts the transport whose credential is valid', async () => {
    const { database } = test
    const revokedAt = now
    const agentRevoked = await setupBoth('agent-revoked@example.com', 60, 6)
    await database.agentToken.update({ where: { id: agentRevoked.tokenId }, data: { revokedAt } })
    const bothRevoked = await setupBoth('both-revoked@example.com', 60, 60)
    await database.agentToken.update({ where: { id: bothRevoked.tokenId }, data: { revokedAt } })
    await database.connectorCredential.update({ where: { id: bothRevoked.credentialId }, data: { revokedAt } })
    await runAll()
    expect(sent).toEqual([['agent-revoked@example.com', 'offline', 'Company', 'connector']])
  })
})

it('the email says since when, what to do, and where', () => {
  const alert: ConnectionAlert = {
    kind: 'offline',
    transport: 'agent',
    realmName: 'Rock <Castle>',
    orgName: 'Acme',
    offlineSince: new Date('2026-03-02T09:00:00Z'),
    link: 'https://bridge.test/orgs/acme/company-files/1',
  }
  const offline = connectionAlertMail('bridge.test', alert)
  expect(offline.subject).toBe('Rock <Castle> is offline')
  expect(offline.text).toContain('since 2026-03-02 09:00 UTC')
  expect(offline.text).toContain('3. Start the agent.')
  expect(offline.text).toContain(alert.link)
  expect(offline.html).toContain('Rock &lt;Castle&gt;')
  const back = connectionAlertMail('bridge.test', { ...alert, kind: 'back' })
  expect(back.subject).toBe('Rock <Castle> is back')
  expect(back.text).not.toContain('Start the agent.')
  const polled = connectionAlertMail('bridge.test', { ...alert, transport: 'connector' })
  expect(polled.text).toContain('The QuickBooks Web Connector of this company file of Acme has not polled since')
  expect(polled.text).toContain('Choose Update Selected.')
})

it('history is kept for 30 days and 2,000 changes, and the last change before that stays', async () => {
  const { realmId } = await createCompanyFile('sweep@example.com')
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const { connectionChange } = test.database
  await connectionChange.createMany({ data: [50, 40, 20].map((days) => ({ realmId, at: ago(days) })) })
  now = new Date(now.getTime() + 11 * minuteMs)
  await runAll()
  const kept = await connectionChange.findMany({ where: { realmId }, orderBy: { at: 'asc' } })
  expect(kept.map(({ at }) => Math.round((now.getTime() - at.getTime()) / dayMs))).toEqual([40, 20])
  await connectionChange.createMany({ data: Array.from({ length: 2_005 }, () => ({ realmId, at: now })) })
  now = new Date(now.getTime() + 11 * minuteMs)
  await runAll()
  expect(await connectionChange.count({ where: { realmId } })).toBe(2_000)
})

it('history is deleted in steps, those that are too old first', async () => {
  const { realmId } = await createCompanyFile('steps@example.com')
  const { connectionChange } = test.database
  await connectionChange.deleteMany()
  const changesBefore = new Date(now.getTime() - dayMs)
  const old = new Date(changesBefore.getTime() - minuteMs)
  await connectionChange.createMany({
    data: [...Array.from({ length: 6 }, () => old), ...Array.from({ length: 6 }, () => now)].map((at) => ({
      realmId,
      at,
    })),
  })
  const sweep = async (steps: number) => {
    const limits = { changesBefore, maxChanges: 3, changedSince: changesBefore }
    await deleteOldConnectionChanges(test.database, limits, stopAfter(steps))
    const counts = { old: { lt: changesBefore }, young: { gte: changesBefore } }
    return [
      await connectionChange.count({ where: { realmId, at: counts.old } }),
      await connectionChange.count({ where: { realmId, at: counts.young } }),
    ]
  }
  expect(await sweep(1)).toEqual([4, 6])
  expect(await sweep(2)).toEqual([1, 6])
  const [oldLeft = 0, youngLeft = 0] = await sweep(2)
  expect(oldLeft + youngLeft).toBe(5)
  expect(await sweep(10)).toEqual([0, 3])
})
