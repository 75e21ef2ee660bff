import { expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'

const setup = setupGateway({ heartbeatMs: 200 })

function setSwitch(values: object) {
  const { realmId } = setup.realm
  return setup.db.database.realmSettings.upsert({ where: { realmId }, create: { realmId, values }, update: { values } })
}

it('sends an agent the realm’s switch with the welcome, and its changes with pings', async () => {
  await setSwitch({ opensQuickBooks: true, allowsRecording: true, codePage: 1250 })
  const agent = await setup.connect()
  expect(agent.received[0]).toMatchObject({ type: 'welcome', opensQuickBooks: true, allowsRecording: true })
  await setSwitch({ opensQuickBooks: false })
  await expect
    .poll(() => agent.received.at(-1))
    .toMatchObject({ type: 'ping', opensQuickBooks: false, allowsRecording: false })
  await setSwitch({ opensQuickBooks: true })
  await expect.poll(() => agent.received.at(-1)).toMatchObject({ type: 'ping', opensQuickBooks: true })
})

it('sends off where the setting was never changed', async () => {
  const agent = await setup.connect()
  expect(agent.received[0]).toMatchObject({ type: 'welcome', opensQuickBooks: false, allowsRecording: false })
})
