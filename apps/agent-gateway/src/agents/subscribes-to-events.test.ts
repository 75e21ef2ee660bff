import { expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'

const setup = setupGateway({ heartbeatMs: 200 })

async function setSwitch(subscribesToEvents: boolean) {
  const { realmId } = setup.realm
  const values = { subscribesToEvents }
  await setup.db.database.realmSettings.upsert({ where: { realmId }, create: { realmId, values }, update: { values } })
}

/** Stores that a poll has read the company file. */
async function storePoll() {
  const { realmId } = setup.realm
  await setup.db.database.realmChanges.create({ data: { realmId, polledAt: new Date() } })
}

async function hasChanged() {
  const { realmId } = setup.realm
  return (await setup.db.database.realmChanges.findUnique({ where: { realmId } }))?.hasChanged
}

it('asks an agent whether people change something, and lets the next poll look at once', async () => {
  await setSwitch(true)
  await storePoll()
  const agent = await setup.connect()
  expect(agent.received[0]).toMatchObject({ type: 'welcome', subscribesToEvents: true })
  agent.send({ type: 'changed' })
  agent.send({ type: 'changed' })
  await expect.poll(hasChanged).toBe(true)
  expect(agent.socket.readyState).toBe(agent.socket.OPEN)
})

it('ignores an agent that was not asked, and tells it when it is', async () => {
  await storePoll()
  const agent = await setup.connect()
  expect(agent.received[0]).toMatchObject({ type: 'welcome', subscribesToEvents: false })
  agent.send({ type: 'changed' })
  await setSwitch(true)
  await expect.poll(() => agent.received.at(-1)).toMatchObject({ type: 'ping', subscribesToEvents: true })
  expect(await hasChanged()).toBe(false)
})

it('needs no poll before the first one', async () => {
  await setSwitch(true)
  const agent = await setup.connect()
  agent.send({ type: 'changed' })
  agent.send({ type: 'pong', n: 1 })
  await agent.next('ping')
  expect(await hasChanged()).toBeUndefined()
})
