import { expect, it, onTestFinished } from 'vitest'
import { startCutOffProxy } from '../../test/cut-off-proxy.ts'
import { setupGateway } from '../../test/gateway-setup.ts'
import { createCredential, createScriptedConnector } from '../../test/scripted-connector.ts'
import { startGateway } from '../../test/test-gateway.ts'
import { connectGatewayDatabases } from '../runtime/gateway-databases.ts'

const setup = setupGateway()

/** A port on which nothing listens. */
const closedPort = 1

/** Connects a gateway to the database through a proxy, and replaces the set-up's gateway by it. */
async function startGatewayBehindProxy() {
  const databaseUrl = new URL(setup.db.url)
  let isAway = false
  const proxy = await startCutOffProxy(() => (isAway ? closedPort : Number(databaseUrl.port)))
  const throughProxy = new URL(databaseUrl)
  throughProxy.host = `127.0.0.1:${proxy.port}`
  const { database, reserved, disconnect } = connectGatewayDatabases(throughProxy.href)
  onTestFinished(async () => {
    await setup.gateway.close()
    await disconnect()
    await proxy.close()
  })
  await setup.gateway.close()
  const config = { connectorHoldMs: 50, connectorIdleMs: 60_000 }
  setup.gateway = await startGateway({ ...setup.db, database }, config, { reserved })
  return {
    loseDatabase: () => {
      isAway = true
      proxy.cut()
    },
    restoreDatabase: () => {
      isAway = false
    },
  }
}

it('goes on with its run without the database, sends no write, and polls on when the database is back', async () => {
  const { loseDatabase, restoreDatabase } = await startGatewayBehindProxy()
  const connector = createScriptedConnector(setup.gateway.url, await createCredential(setup.db, setup.realm))
  const read = () => setup.exchange('<QBXML>read</QBXML>', { kind: 'read' })
  const write = () =>
    setup.exchange('<QBXML>add</QBXML>', { kind: 'write', write: { entity: 'Customer', operation: 'create' } })
  await connector.authenticate()
  const first = read()
  const ticket = await connector.begin()

  loseDatabase()
  expect(await connector.ask(ticket)).toBe('<QBXML>read</QBXML>')
  expect(await connector.respond(ticket, '<QBXML>found</QBXML>')).toBe(99)
  expect(await first).toMatchObject({ response: '<QBXML>found</QBXML>' })
  const refused = watch(write())
  while (!refused.isDone) {
    expect(await connector.ask(ticket)).toContain('HostQueryRq')
    expect(await connector.respond(ticket, '<QBXML/>')).toBe(99)
  }
  expect(await refused.result).toMatchObject({ sent: false })
  expect(await connector.authenticate()).toEqual(['', 'busy'])

  restoreDatabase()
  const sent = write()
  while ((await connector.ask(ticket)) !== '<QBXML>add</QBXML>') await connector.respond(ticket, '<QBXML/>')
  expect(await connector.respond(ticket, '<QBXML>added</QBXML>')).toBe(99)
  expect(await sent).toMatchObject({ response: '<QBXML>added</QBXML>' })
  expect(await connector.call('closeConnection', { ticket })).toEqual(['OK'])
  expect((await connector.authenticate())[1]).toBe('none')
})

/** Returns a promise with whether it is done. */
function watch<Result>(result: Promise<Result>) {
  const watched = { result, isDone: false }
  const finish = () => {
    watched.isDone = true
  }
  result.then(finish, finish)
  return watched
}
