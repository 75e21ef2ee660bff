import { maxResponseBytes, requireRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import type { ScriptedAgent } from '../../test/scripted-agent.ts'
import { createRealm, startGateway, type TestRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()
const maxJournalBytes = 80_000
const responseBytes = 5_000
/** An eighth of the quota may be stored before it is enforced again. */
const maxStored = (maxJournalBytes * 9) / 8

async function post({ realmId }: TestRealm, agent: ScriptedAgent, index: number, bytes = responseBytes): Promise<void> {
  const write = { entity: 'Customer', operation: 'create', messageSetId: `set-${index}` } as const
  const outcome = setup.desktop.exchange(realmId, '<write/>', { kind: 'write', write })
  agent.respond((await agent.accept()).id, `${index}`.padEnd(bytes))
  expect(await outcome).toMatchObject({ lost: false })
}
async function journal({ realmId }: TestRealm) {
  const rows = await setup.db.database.writeJournal.findMany({ where: { realmId } })
  const kept = rows.filter(({ response }) => response !== null)
  return { rows, bytes: kept.reduce((sum, { response }) => sum + (response?.length ?? 0), 0) }
}

it('drops the oldest responses of a realm above its quota, also over new sockets, and keeps the outcomes', async () => {
  await setup.gateway.close()
  setup.gateway = await startGateway(setup.db, { maxJournalBytes })
  const neighbor = await createRealm(setup.db.database)
  const neighborAgent = await setup.gateway.connect(neighbor)
  await post(neighbor, neighborAgent, 0)
  for (let socket = 0; socket < 10; socket += 1) {
    const agent = await setup.connect()
    for (let index = 0; index < 4; index += 1) await post(setup.realm, agent, socket * 4 + index)
  }

  await expect.poll(async () => (await journal(setup.realm)).bytes).toBeLessThanOrEqual(maxStored)
  const { rows, bytes } = await journal(setup.realm)
  expect(rows.filter(({ state }) => state === 'completed')).toHaveLength(40)
  expect(bytes).toBeGreaterThan(maxJournalBytes - responseBytes)
  const realmId = requireRealmId(setup.realm.realmId)
  expect(await setup.desktop.recall(realmId, 'set-39')).toMatchObject({ lost: false })
  // QuickBooks responded to it: that is known although the response is gone.
  expect(await setup.desktop.recall(realmId, 'set-0')).toEqual({ sent: true, lost: true, reason: 'unreadable' })
  expect((await journal(neighbor)).bytes).toBe(responseBytes)
})

it('stores a response to a write of up to 1 MiB, and nothing of a longer one', async () => {
  expect(maxResponseBytes.write).toBe(1024 * 1024)
  const agent = await setup.connect()
  await post(setup.realm, agent, 0, maxResponseBytes.write)
  const write = { entity: 'Customer', operation: 'create', messageSetId: 'longer' } as const
  const outcome = setup.exchange('<write/>', { kind: 'write', write })
  // A frame has a header in addition to the response.
  agent.respond((await agent.accept()).id, 'x'.repeat(2 * maxResponseBytes.write))

  expect((await agent.closed).code).toBe(1009)
  expect(await outcome).toMatchObject({ sent: true, lost: true })
  const { rows, bytes } = await journal(setup.realm)
  expect(rows).toHaveLength(2)
  expect(bytes).toBe(maxResponseBytes.write)
})
