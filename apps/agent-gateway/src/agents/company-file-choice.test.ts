import { describe, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { openAgentSocket } from '../../test/scripted-agent.ts'
import { createRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()
const found = 'C:\\Books\\Rock Castle.qbw'

/** Changes the realm as the control plane does. */
async function change(data: { confirmedFile?: string | null; fileChoice?: number; applicationName?: string }) {
  await setup.db.database.realm.update({ where: { id: setup.realm.realmId }, data })
  await setup.db.database.$executeRaw`NOTIFY bridge_agents`
}

/** Connects an agent. Returns it with its welcome. */
async function greet(hello: { asksForFile?: boolean; desktop?: { phase: 'ready'; notice: 'file-unconfirmed' } } = {}) {
  const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
  await agent.sayHello(hello)
  return { agent, welcome: agent.received.find(({ type }) => type === 'welcome') }
}

describe('the company file of an agent', () => {
  it('the company file of an agent that asks is in its welcome, with the name of the application', async () => {
    await change({ applicationName: 'Bridge Service for Acme', fileChoice: 3, confirmedFile: found })
    const { welcome } = await greet({ asksForFile: true })

    expect(welcome).toMatchObject({
      applicationName: 'Bridge Service for Acme',
      file: { choice: 3, confirmed: found },
    })
  })

  it('the company file of an agent that asks is sent once whenever people confirm or choose another one', async () => {
    const { agent, welcome } = await greet({ asksForFile: true })
    expect(welcome).toMatchObject({ file: { choice: 0 } })
    expect(welcome).not.toHaveProperty('applicationName')

    await change({ confirmedFile: found })
    expect(await agent.next('file')).toEqual({ type: 'file', choice: 0, confirmed: found })
    await change({ confirmedFile: null, fileChoice: 1 })
    expect(await agent.next('file')).toEqual({ type: 'file', choice: 1 })
    expect(agent.received.filter(({ type }) => type === 'file')).toHaveLength(2)
  })

  it('the company file of an older agent is left to it', async () => {
    const { agent, welcome } = await greet()
    const asking = await createRealm(setup.db.database)
    const newer = openAgentSocket(setup.gateway.url, asking.token)
    await newer.sayHello({ asksForFile: true })
    await setup.db.database.realm.update({ where: { id: asking.realmId }, data: { confirmedFile: found } })
    await change({ confirmedFile: found, applicationName: 'Bridge Service for Acme' })
    // One renewal reads both realms.
    await newer.next('file')

    expect(welcome).not.toHaveProperty('file')
    expect(agent.received.filter(({ type }) => type === 'file')).toEqual([])
  })

  it('the company file of an agent that waits for people is a condition of the realm', async () => {
    const { agent } = await greet({ asksForFile: true })
    agent.send({ type: 'status', desktop: { phase: 'ready', notice: 'file-unconfirmed', companyFile: found } })

    await expect
      .poll(() => setup.db.database.realmSession.findUniqueOrThrow({ where: { realmId: setup.realm.realmId } }))
      .toMatchObject({ condition: 'file_unconfirmed', companyFile: found })
  })
})
