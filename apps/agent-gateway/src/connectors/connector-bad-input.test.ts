import { request as sendRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { patient, setupConnector, short } from '../../test/connector-setup.ts'
import { interceptedDatabase } from '../../test/intercepted-database.ts'
import { createCredential, createScriptedConnector } from '../../test/scripted-connector.ts'
import { createRealm, createServerDesktop, startGateway } from '../../test/test-gateway.ts'

const setup = setupConnector()
const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const

function findStates() {
  return setup.db.database.writeJournal
    .findMany({ where: { realmId: setup.realm.realmId } })
    .then((rows) => rows.map(({ state }) => state))
}

/** Begins a run with a request that waits. */
async function begin(options: typeof read | typeof write = read) {
  await setup.connector.authenticate()
  const outcome = setup.exchange('<QBXML>asked</QBXML>', options)
  return { outcome, ticket: await setup.connector.begin() }
}

describe('calls of a Web Connector in a wrong order', () => {
  it('calls of a Web Connector in a wrong order lose a write whose response does not come, and send it once', async () => {
    const { outcome, ticket } = await begin(write)
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>asked</QBXML>')
    expect(await setup.connector.ask(ticket)).toContain('<HostQueryRq requestID="1" />')
    expect(await outcome).toEqual({ sent: true, lost: true, reason: 'connection' })
    expect(await setup.connector.respond(ticket, '<QBXML>late</QBXML>')).toBe(100)
    expect(await findStates()).toEqual(['sending'])
  })

  it('calls of a Web Connector in a wrong order do not use a response twice', async () => {
    const { outcome, ticket } = await begin(write)
    await setup.connector.ask(ticket)
    expect(await setup.connector.respond(ticket, '<QBXML>first</QBXML>')).toBe(100)
    expect(await setup.connector.respond(ticket, '<QBXML>second</QBXML>')).toBe(-1)
    expect(await outcome).toMatchObject({ response: '<QBXML>first</QBXML>' })
  })

  it('calls of a Web Connector in a wrong order leave a request waiting that was not asked for', async () => {
    const { outcome, ticket } = await begin()
    expect(await setup.connector.call('getLastError', { ticket })).toEqual(['No error.'])
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    const next = await setup.connector.begin()
    await setup.connector.ask(next)
    await setup.connector.respond(next, '<QBXML>later</QBXML>')
    expect(await outcome).toMatchObject({ response: '<QBXML>later</QBXML>' })
  })

  it('calls of a Web Connector in a wrong order get nothing with the ticket of a run that was closed, or of another company file', async () => {
    const { outcome, ticket } = await begin()
    const realm = await createRealm(setup.db.database)
    const stranger = createScriptedConnector(setup.gateway.url, await createCredential(setup.db, realm))
    await stranger.authenticate()
    const foreign = setup.desktop.exchange(realm.realmId, '<QBXML>foreign</QBXML>', read)
    const others = await stranger.begin()
    expect(await stranger.ask(others)).toBe('<QBXML>foreign</QBXML>')
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>asked</QBXML>')
    await setup.connector.respond(ticket, '<QBXML>mine</QBXML>')
    await stranger.respond(others, '<QBXML>theirs</QBXML>')
    expect([await outcome, await foreign]).toMatchObject([
      { response: '<QBXML>mine</QBXML>' },
      { response: '<QBXML>theirs</QBXML>' },
    ])
    await setup.connector.call('closeConnection', { ticket })
    for (const invalid of [ticket, `${others} `, others.toUpperCase()]) {
      expect(await setup.connector.ask(invalid)).toBe('')
      expect(await setup.connector.respond(invalid, '<QBXML/>')).toBe(-1)
    }
  })
})

describe('a ticket of yesterday', () => {
  it('gets nothing, its request is lost, and the next update goes on', async () => {
    let passedMs = 0
    await setup.restart(short, { clock: () => new Date(Date.now() + passedMs) })
    const { outcome, ticket } = await begin(write)
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>asked</QBXML>')
    passedMs = 86_400_000
    expect(await outcome).toEqual({ sent: true, lost: true, reason: 'connection' })
    expect(await setup.connector.ask(ticket)).toBe('')
    expect(await setup.connector.respond(ticket, '<QBXML>late</QBXML>')).toBe(-1)
    expect((await setup.connector.call('getLastError', { ticket }))[0]).toMatch(/next update/)
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    expect(await findStates()).toEqual(['sending'])
    const read = await begin()
    expect(await setup.connector.ask(read.ticket)).toBe('<QBXML>asked</QBXML>')
    expect(await setup.connector.respond(read.ticket, '<QBXML>today</QBXML>')).toBe(100)
    expect(await read.outcome).toMatchObject({ response: '<QBXML>today</QBXML>' })
  })
})

describe('a response of a Web Connector', () => {
  it('a response of a Web Connector is not used if its call ends in the middle', async () => {
    const { outcome, ticket } = await begin()
    await setup.connector.ask(ticket)
    const half = sendRequest(`${setup.gateway.url}/connector`, {
      method: 'POST',
      headers: { 'content-length': 10_000 },
    })
    half.on('error', () => undefined)
    half.write(
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><i:receiveResponseXML xmlns:i="http://developer.intuit.com/"><i:ticket>${ticket}</i:ticket><i:response>`,
    )
    const closed = new Promise((resolve) => half.once('close', resolve))
    half.destroy()
    await closed
    expect(await setup.connector.respond(ticket, '<QBXML>whole</QBXML>')).toBe(100)
    expect(await outcome).toMatchObject({ response: '<QBXML>whole</QBXML>' })
  })

  it('a response of a Web Connector does not count next to the result of a failure', async () => {
    const { outcome, ticket } = await begin(write)
    await setup.connector.ask(ticket)
    expect(await setup.connector.respond(ticket, '<QBXML>ignored</QBXML>', '0x80040402')).toBe(-1)
    expect(await outcome).toMatchObject({ sent: true, lost: true, error: { hresult: '0x80040402' } })
  })
})

const calls = ['authenticate', 'sendRequestXML', 'receiveResponseXML', 'closeConnection'] as const

describe('a gateway that is replaced', () => {
  it.each(calls)(
    'a gateway that is replaced before %s sends no write twice and reports no outcome wrongly',
    async (restartedBefore) => {
      await setup.connector.authenticate()
      const outcome = setup.exchange('<QBXML>add</QBXML>', write)
      const received: string[] = []
      const steps = {
        authenticate: async () => [await setup.connector.authenticate()],
        sendRequestXML: async (ticket: string) => received.push(await setup.connector.ask(ticket)),
        receiveResponseXML: (ticket: string) => setup.connector.respond(ticket, '<QBXML>added</QBXML>'),
        closeConnection: (ticket: string) => setup.connector.call('closeConnection', { ticket }),
      }
      let ticket = ''
      for (const call of calls) {
        if (call === restartedBefore) {
          await setup.restart()
        }
        if (call === 'authenticate' && restartedBefore !== 'authenticate') ticket = await setup.connector.begin()
        else await steps[call](ticket)
      }
      const result = await outcome
      const wasSent = received.includes('<QBXML>add</QBXML>')
      expect(result.sent).toBe(wasSent)
      expect('response' in result).toBe(restartedBefore === 'closeConnection')
      expect(received.filter((text) => text !== '').length).toBe(wasSent ? 1 : 0)
      expect((await setup.connector.authenticate())[1]).toBe('none')
    },
  )

  it('ends a run whose receiveResponseXML is held open without an error while it drains', async () => {
    await setup.restart(patient)
    const { outcome, ticket } = await begin()
    await setup.connector.ask(ticket)
    const responded = setup.connector.respond(ticket, '<QBXML>read</QBXML>')
    expect(await outcome).toMatchObject({ response: '<QBXML>read</QBXML>' })
    const drained = setup.gateway.gateway.drain()
    expect(await responded).toBe(100)
    expect(await setup.connector.authenticate()).toEqual(['', 'busy'])
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    await drained
  })

  it('ends a run whose sendRequestXML is held open without an error while it drains', async () => {
    await setup.restart(patient)
    await setup.connector.authenticate()
    const desktop = createServerDesktop(setup.db.database)
    const abandoned = desktop.exchange(setup.realm.realmId, '<QBXML/>', read)
    const ticket = await setup.connector.begin()
    await desktop.close()
    await abandoned
    const asked = setup.connector.ask(ticket)
    const drained = setup.gateway.gateway.drain()
    const request = await asked
    expect(request).not.toBe('')
    expect(await setup.connector.respond(ticket, '<QBXML/>')).toBe(100)
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    await drained
  })
})

describe('a gateway', () => {
  it.each([
    ['ahead', 86_400_000],
    ['behind', -86_400_000],
  ])(
    'a gateway whose clock is a day %s serves a Web Connector, also through another gateway',
    async (_how, differenceMs) => {
      await setup.restart(short, { clock: () => new Date(Date.now() + differenceMs) })
      const other = await startGateway(setup.db, short)
      const { outcome, ticket } = await begin(write)
      expect(await createScriptedConnector(other.url, setup.credential).ask(ticket)).toBe('<QBXML>asked</QBXML>')
      expect(await setup.connector.respond(ticket, '<QBXML>added</QBXML>')).toBe(100)
      expect(await outcome).toMatchObject({ response: '<QBXML>added</QBXML>' })
      await other.close()
    },
  )

  it('a gateway without its database goes on with the run, sends no write, and is busy until the database is back', async () => {
    let isAway = false
    const fail = () => (isAway ? Promise.reject(new Error('The database is away.')) : undefined)
    const raw = interceptedDatabase(interceptedDatabase(setup.db.database, '$queryRaw', fail), '$executeRaw', fail)
    await setup.gateway.close()
    setup.gateway = await startGateway({ ...setup.db, database: raw }, { connectorHoldMs: 50, connectorIdleMs: 60_000 })
    setup.connector = createScriptedConnector(setup.gateway.url, setup.credential)
    const { outcome, ticket } = await begin()
    isAway = true
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>asked</QBXML>')
    expect(await setup.connector.respond(ticket, '<QBXML>read</QBXML>')).toBe(99)
    expect(await outcome).toMatchObject({ response: '<QBXML>read</QBXML>' })
    let isDone = false
    const writing = setup.exchange('<QBXML>add</QBXML>', write).finally(() => {
      isDone = true
    })
    while (!isDone) {
      expect(await setup.connector.ask(ticket)).toContain('HostQueryRq')
      await setup.connector.respond(ticket, '<QBXML/>')
    }
    expect(await writing).toMatchObject({ sent: false })
    expect(await setup.connector.authenticate()).toEqual(['', 'busy'])
    isAway = false
    expect((await setup.connector.authenticate())[1]).toBe('none')
  })

  it('a gateway whose database was away for a minute goes on with its run, and serves requests again', async () => {
    let isAway = false
    let passedMs = 0
    let failures = 0
    const fail = () => {
      if (!isAway) return undefined
      failures += 1
      return Promise.reject(new Error('The database is away.'))
    }
    const database = interceptedDatabase(interceptedDatabase(setup.db.database, '$queryRaw', fail), '$executeRaw', fail)
    await setup.gateway.close()
    setup.gateway = await startGateway(
      { ...setup.db, database },
      { connectorHoldMs: 50, connectorIdleMs: 60_000, heartbeatMs: 200 },
      { clock: () => new Date(Date.now() + passedMs) },
    )
    setup.connector = createScriptedConnector(setup.gateway.url, setup.credential)
    const { outcome, ticket } = await begin()
    await setup.connector.ask(ticket)
    expect(await setup.connector.respond(ticket, '<QBXML>read</QBXML>')).toBe(99)
    await outcome

    isAway = true
    passedMs = 60_000
    // The latest lease renewal has ended.
    await expect.poll(() => failures).toBeGreaterThan(1)
    const { realmId } = setup.realm
    await setup.db.database.$executeRaw`
      UPDATE connector_session SET "lastSeenAt" = now() - interval '1 minute', "lastPolledAt" = now() - interval '1 minute'
      WHERE "realmId" = ${realmId}`
    const server = createServerDesktop(setup.db.database)
    expect(await server.exchange(realmId, '<QBXML/>', read)).toMatchObject({ sent: false, reason: 'offline' })
    expect(await setup.connector.ask(ticket)).toContain('HostQueryRq')
    expect(await setup.connector.respond(ticket, '<QBXML/>')).toBe(99)

    isAway = false
    const findSeenAt = async () =>
      (await setup.db.database.connectorSession.findUniqueOrThrow({ where: { realmId } })).lastSeenAt
    const awaySince = await findSeenAt()
    await expect.poll(async () => (await findSeenAt()) > awaySince).toBe(true)
    const added = server.exchange(realmId, '<QBXML>add</QBXML>', write)
    while ((await setup.connector.ask(ticket)) !== '<QBXML>add</QBXML>')
      await setup.connector.respond(ticket, '<QBXML/>')
    expect(await setup.connector.respond(ticket, '<QBXML>added</QBXML>')).toBe(99)
    expect(await added).toMatchObject({ response: '<QBXML>added</QBXML>' })
    await server.close()
  })
})
