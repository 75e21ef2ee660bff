import { expect, it, vi } from 'vitest'
import { startGatewayProcess } from '../../test/gateway-process.ts'
import { setupGateway } from '../../test/gateway-setup.ts'
import { createCredential, createScriptedConnector } from '../../test/scripted-connector.ts'
import { startGateway } from '../../test/test-gateway.ts'

const setup = setupGateway()

function write(text: string) {
  const options = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const
  return setup.exchange(`<QBXML>${text}</QBXML>`, options)
}

/** The next call of a Web Connector whose gateway gets SIGKILL, and what the server learns about its write. */
const cases = [
  { next: 'authenticate', outcome: { sent: false }, states: ['cancelled'] },
  { next: 'sendRequestXML', outcome: { sent: false }, states: ['cancelled'] },
  { next: 'receiveResponseXML', outcome: { sent: true, lost: true, reason: 'connection' }, states: ['sending'] },
  { next: 'closeConnection', outcome: { response: '<QBXML>added</QBXML>' }, states: ['completed'] },
] as const

it.each(cases)(
  'sends no write twice and reports no outcome wrongly if its gateway gets SIGKILL before $next',
  async ({ next, outcome: expected, states }) => {
    const killed = await startGatewayProcess(setup.db.url)
    const credential = await createCredential(setup.db, setup.realm)
    const before = createScriptedConnector(killed.url, credential)
    expect((await before.authenticate())[1]).toBe('none')
    const outcome = write('add')
    const ticket = next === 'authenticate' ? await waitForRow() : await before.begin()
    const hasAsked = next === 'receiveResponseXML' || next === 'closeConnection'
    if (hasAsked) expect(await before.ask(ticket)).toBe('<QBXML>add</QBXML>')
    if (next === 'closeConnection') expect(await before.respond(ticket, '<QBXML>added</QBXML>')).toBe(99)
    killed.kill('SIGKILL')
    expect(await outcome).toMatchObject(expected)

    await setup.gateway.close()
    setup.gateway = await startGateway(setup.db, { connectorHoldMs: 50, connectorIdleMs: 0 })
    const after = createScriptedConnector(setup.gateway.url, credential)
    if (next !== 'authenticate') {
      expect(await after.ask(ticket)).toBe('')
      expect(await after.respond(ticket, '<QBXML>late</QBXML>')).toBe(-1)
      expect(await after.call('closeConnection', { ticket })).toEqual(['OK'])
    }
    expect((await after.authenticate())[1]).toBe('none')
    const later = write('later')
    const nextTicket = await after.begin()
    expect(await after.ask(nextTicket)).toBe('<QBXML>later</QBXML>')
    expect(await after.respond(nextTicket, '<QBXML>done</QBXML>')).toBe(100)
    expect(await later).toMatchObject({ response: '<QBXML>done</QBXML>' })
    expect(await findStates()).toEqual([...states, 'completed'])
  },
)

/** Waits until a write is in the journal. */
async function waitForRow(): Promise<''> {
  await vi.waitFor(async () => expect(await findStates()).toHaveLength(1), { timeout: 60_000 })
  return ''
}

function findStates() {
  return setup.db.database.writeJournal
    .findMany({ where: { realmId: setup.realm.realmId }, orderBy: { createdAt: 'asc' } })
    .then((rows) => rows.map(({ state }) => state))
}
