import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startFleet } from '../../test/agent-fleet.ts'
import { stopTime } from '../../test/stopped-time.ts'
import { createRealm, createServerDesktop, startGateway, type TestRealm } from '../../test/test-gateway.ts'

const agentCount = 20
const heartbeatMs = 5_000

let db: TestDatabase
let realms: readonly TestRealm[]
beforeAll(async () => {
  db = await createTestDatabase()
  realms = await Promise.all(Array.from({ length: agentCount }, () => createRealm(db.database)))
})
afterAll(() => db.drop())

/** Starts gateways whose time passes in steps, ending no socket by a time limit. */
function setup() {
  const time = stopTime()
  const start = async () => {
    const limits = { deadAfterMs: 3_600_000, heartbeatMs, checkMs: 1_000 }
    const gateway = await startGateway(db, limits, { isNotified: false, clock: time.now })
    onTestFinished(() => gateway.close())
    return gateway
  }
  /** Returns the numbers the gateways have stored. */
  const listReported = async () => {
    const rows = await db.database.$queryRaw<{ agents: number }[]>`SELECT agents FROM gateway ORDER BY agents`
    return rows.map(({ agents }) => agents)
  }
  return { time, start, listReported }
}

it('moves agents until each of two gateways that were replaced in turn holds more than a quarter', async () => {
  const { time, start } = setup()
  const fleet = await startFleet([await start(), await start()], realms)
  const desktop = createServerDesktop(db.database, 120_000)
  onTestFinished(() => desktop.close())
  for (const place of [0, 1]) {
    const [previous] = fleet.gateways.splice(place, 1)
    await previous?.gateway.drain()
    await expect.poll(fleet.isConnected).toBe(true)
    fleet.gateways.splice(place, 0, await start())
  }
  const [first, second] = fleet.gateways
  if (first === undefined || second === undefined) throw new Error('Two gateways should run.')
  expect([fleet.count(first), fleet.count(second)]).toEqual([agentCount, 0])

  const busy = realms.slice(0, agentCount / 2)
  const closes = () => busy.map(fleet.countCloses)
  const before = closes()
  const exchanges = busy.map(({ realmId }) => desktop.exchange(realmId, '<read/>', { kind: 'read' }))
  const requests = await Promise.all(busy.map((realm) => fleet.find(realm)?.accept()))

  await expect
    .poll(
      async () => {
        time.pass(heartbeatMs)
        await expect.poll(fleet.isConnected).toBe(true)
        return Math.min(fleet.count(first), fleet.count(second))
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(agentCount / 4)
  expect(closes()).toEqual(before)
  for (const [index, realm] of busy.entries()) fleet.find(realm)?.respond(requests[index]?.id ?? '', '<done/>')
  expect(await Promise.all(exchanges)).toMatchObject(busy.map(() => ({ response: '<done/>' })))
})

it('moves none from the only gateway, also after another one has stopped', async () => {
  const { time, start, listReported } = setup()
  const [only, other] = [await start(), await start()]
  const fleet = await startFleet([only], realms)
  time.pass(heartbeatMs)
  await expect.poll(listReported).toEqual([0, agentCount])
  await other.gateway.drain()
  const before = realms.map(fleet.countCloses)
  for (let passed = 0; passed < 120_000; passed += heartbeatMs) {
    await db.database.$executeRaw`UPDATE gateway SET agents = 0`
    time.pass(heartbeatMs)
    await expect.poll(listReported).toEqual([agentCount])
  }
  expect(realms.map(fleet.countCloses)).toEqual(before)
})
