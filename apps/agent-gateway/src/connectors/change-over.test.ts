import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { setupConnector, short } from '../../test/connector-setup.ts'
import { createScriptedConnector } from '../../test/scripted-connector.ts'
import { createServerDesktop, startGateway } from '../../test/test-gateway.ts'

const setup = setupConnector()
const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create', messageSetId: 'set-1' } } as const

beforeEach(async () => {
  await setup.connector.authenticate()
})

function findJournal() {
  return setup.db.database.writeJournal.findMany({
    where: { realmId: setup.realm.realmId },
    orderBy: { createdAt: 'asc' },
    select: { state: true },
  })
}

describe('a company file with an agent and a Web Connector', () => {
  it('a company file with an agent and a Web Connector is served by the agent, and the Web Connector has no work [dp-1.4]', async () => {
    const agent = await setup.connect()
    const outcome = setup.exchange('<QBXML/>', write)
    const { id } = await agent.accept()
    expect((await setup.connector.authenticate())[1]).toBe('none')
    agent.respond(id, '<QBXML>agent</QBXML>')
    expect(await outcome).toMatchObject({ response: '<QBXML>agent</QBXML>' })
    expect(await findJournal()).toEqual([{ state: 'completed' }])
  })

  it.each([
    ['QuickBooks is closed in the session of the agent [dp-7.2:APP_NOT_OPEN]', true],
    ['the agent is away', false],
  ])(
    'a company file with an agent and a Web Connector is served by the Web Connector while %s',
    async (_, isConnected) => {
      const agent = await setup.connect()
      if (isConnected) {
        agent.send({ type: 'status', desktop: { phase: 'app-not-open' } })
        // The gateway has read the status when it acknowledges a write it does not know.
        agent.send({ type: 'completed', ids: ['5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a11'] })
        await agent.next('acknowledged')
      } else {
        agent.socket.close()
        await agent.closed
      }
      const outcome = setup.exchange('<QBXML/>', write)
      const ticket = await setup.connector.begin()
      expect(await setup.connector.ask(ticket)).toBe('<QBXML/>')
      expect(await setup.connector.respond(ticket, '<QBXML>connector</QBXML>')).toBe(100)
      expect(await outcome).toMatchObject({ response: '<QBXML>connector</QBXML>' })
      const states = (await findJournal()).map(({ state }) => state)
      expect(states.at(-1)).toBe('completed')
      expect(states.slice(0, -1).every((state) => state === 'cancelled')).toBe(true)
    },
  )

  it('a company file with an agent and a Web Connector does not send a write again that the agent lost, and finds its state from the other', async () => {
    const agent = await setup.connect()
    const outcome = setup.exchange('<QBXML/>', write)
    await agent.accept()
    agent.socket.terminate()
    expect(await outcome).toEqual({ sent: true, lost: true, reason: 'connection' })
    expect((await setup.connector.authenticate())[1]).toBe('none')
    expect(await setup.desktop.recall(setup.realm.realmId, 'set-1')).toMatchObject({ sent: true, lost: true })
    const lookUp = setup.exchange('<QBXML>status of set-1</QBXML>', read)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>status of set-1</QBXML>')
    await setup.connector.respond(ticket, '<QBXML>executed</QBXML>')
    expect(await lookUp).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })
})

describe('a Web Connector behind two gateways', () => {
  it('reaches its run through either of them', async () => {
    const other = await startGateway(setup.db, short)
    const [near, far] = [setup.gateway.url, other.url].map((url) => createScriptedConnector(url, setup.credential))
    if (near === undefined || far === undefined) throw new Error('There are two.')
    expect((await far.authenticate())[1]).toBe('none')
    const outcome = setup.exchange('<QBXML/>', write)
    const ticket = await far.begin()
    expect(await far.ask(ticket)).toBe('<QBXML/>')
    expect(await near.respond(ticket, '<QBXML>done</QBXML>')).toBe(100)
    expect(await far.call('closeConnection', { ticket })).toEqual(['OK'])
    expect(await outcome).toMatchObject({ response: '<QBXML>done</QBXML>' })
    await other.close()
  })

  it('ends its run cleanly where another program has the address of its gateway', async () => {
    const stranger = createServer((_request, response) => response.writeHead(404).end('not found'))
    stranger.listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    onTestFinished(() => void stranger.close())
    const outcome = setup.exchange('<QBXML>1</QBXML>', read)
    const ticket = await setup.connector.begin()
    const other = await startGateway(setup.db, short)
    const gatewayUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    await setup.db.database.connectorSession.update({ where: { realmId: setup.realm.realmId }, data: { gatewayUrl } })
    const elsewhere = createScriptedConnector(other.url, setup.credential)
    expect(await elsewhere.ask(ticket)).toBe('')
    expect((await elsewhere.call('getLastError', { ticket }))[0]).toMatch(/next update/)
    expect(await elsewhere.call('closeConnection', { ticket })).toEqual(['OK'])
    expect((await elsewhere.authenticate())[1]).toBe('none')
    await other.close()
    await setup.connector.call('closeConnection', { ticket })
    await setup.gateway.close()
    expect(await outcome).toMatchObject({ sent: false })
    await setup.restart()
  })

  it('ends its run cleanly where its gateway is gone, and begins the next at the other', async () => {
    const outcome = setup.exchange('<QBXML>1</QBXML>', write)
    const ticket = await setup.connector.begin()
    await setup.connector.ask(ticket)
    await setup.gateway.close()
    expect(await outcome).toMatchObject({ sent: true, lost: true })
    await setup.restart()
    expect(await setup.connector.respond(ticket, '<QBXML>late</QBXML>')).toBe(-1)
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    expect((await setup.connector.authenticate())[1]).toBe('none')
    const desktop = createServerDesktop(setup.db.database)
    const next = desktop.exchange(setup.realm.realmId, '<QBXML>2</QBXML>', read)
    const second = await setup.connector.begin()
    expect(await setup.connector.ask(second)).toBe('<QBXML>2</QBXML>')
    await setup.connector.respond(second, '<QBXML>two</QBXML>')
    expect(await next).toMatchObject({ response: '<QBXML>two</QBXML>' })
    await desktop.close()
  })
})
