import { realmStates } from '@bridge/data-plane/realms/realm-states'
import { DesktopCondition } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices, seedOwner } from '../../test/provisioning.fixture.ts'
import { listRealms } from './realm-list.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const away = ['away', 'never'] as const
const transportStates = [...Object.values(DesktopCondition), ...away]
const groupsByTone = { good: 'connected', waiting: 'waiting', bad: 'offline', none: 'never_connected' } as const

/** Stores a realm's leases as gateways do; an `away` transport had one. */
async function storeLeases(realmId: string, agent: string, connector: string) {
  const [now, past] = [new Date(), new Date(0)]
  const lease = { realmId, gatewayUrl: 'http://127.0.0.1:1', epoch: 1n }
  const toCondition = (state: string) => (state === 'away' ? 'ready' : (state as DesktopCondition))
  if (agent !== 'never') {
    const phase = agent === 'away' ? 'draining' : 'ready'
    await test.database.realmSession.create({
      data: { ...lease, phase, connectedAt: now, lastSeenAt: now, condition: toCondition(agent) },
    })
  }
  if (connector === 'never') return
  const credential = { realmId, userName: realmId, passwordHash: 'x', label: 'PC', fileId: crypto.randomUUID() }
  const { id } = await test.database.connectorCredential.create({ data: credential })
  const at = connector === 'away' ? past : now
  await test.database.connectorSession.create({
    data: {
      ...lease,
      credentialId: id,
      lastSeenAt: at,
      lastPolledAt: at,
      intervalMs: 60_000,
      condition: toCondition(connector),
    },
  })
}

describe('a listed realm', () => {
  it('is in the group of its state, whatever its two transports do', async () => {
    const services = createServices(test.database)
    const { organization } = await seedOwner(services, 'groups@example.com')
    const cases = transportStates.flatMap((agent) => transportStates.map((connector) => ({ agent, connector })))
    await test.database.realm.createMany({
      data: cases.map(({ agent, connector }, index) => ({
        id: `1${String(index).padStart(15, '0')}`,
        orgId: organization.id,
        kind: 'production',
        name: `${agent} ${connector}`,
      })),
    })
    for (const [index, { agent, connector }] of cases.entries()) {
      await storeLeases(`1${String(index).padStart(15, '0')}`, agent, connector)
    }
    // Renews the leases, which do not change the list.
    await test.database.$executeRaw`UPDATE realm_session SET "lastSeenAt" = now()`
    await test.database.$executeRaw`
      UPDATE connector_session SET "lastSeenAt" = now(), "lastPolledAt" = now() WHERE "lastSeenAt" > to_timestamp(0)`
    const rows = await test.database.realmListing.findMany({ where: { orgId: organization.id } })
    const groups = new Map(rows.map(({ realmId, stateGroup }) => [realmId, stateGroup]))
    const realms = await listRealms(services, organization.id)
    const found = realms.map(({ id, name }) => [name, groups.get(id)])
    expect(found).toHaveLength(cases.length)
    expect(found).toEqual(
      realms.map(({ name, connection }) => [name, groupsByTone[realmStates[connection.state].tone]]),
    )
  })
})
