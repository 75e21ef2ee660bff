import { randomUUID } from 'node:crypto'
import { passedCallHeader } from '@bridge/agent-protocol'
import { hashPassword } from '@bridge/database/passwords'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { payloadCodec } from '@bridge/platform/exchange-socket/payload-codec'
import { describe, expect, it, vi } from 'vitest'
import { patient, setupConnector } from '../../test/connector-setup.ts'
import { createScriptedConnector, type TestCredential } from '../../test/scripted-connector.ts'
import { createServerDesktop } from '../../test/test-gateway.ts'

const setup = setupConnector()
const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const
const idleQuery = expect.stringContaining('<HostQueryRq requestID="1" />')

/** Polls once, so the Web Connector is live. */
async function poll(): Promise<void> {
  expect(await setup.connector.authenticate()).toEqual([expect.any(String), 'none'])
}
function findJournal() {
  return setup.db.database.writeJournal.findMany({ where: { realmId: setup.realm.realmId } })
}

describe('a company file that a Web Connector serves', () => {
  it('a company file that a Web Connector serves is offline before the first poll, and has no work without a request', async () => {
    expect(await setup.exchange('<QBXML/>', read)).toEqual({ sent: false, reason: 'offline' })
    expect(await setup.connector.call('serverVersion')).toEqual(['1.0'])
    expect(await setup.connector.call('clientVersion', { strVersion: '2.3.0.215' })).toEqual([''])
    const [ticket = '', work] = await setup.connector.authenticate()
    expect(work).toBe('none')
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
  })

  it('gets the requests that wait for its next poll, and ends its run when none is left [dp-1.4]', async () => {
    await poll()
    const outcome = setup.exchange('<QBXML>é &amp; <a/></QBXML>', read)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>é &amp; <a/></QBXML>')
    expect(await setup.connector.respond(ticket, '<QBXML>ö &amp; <b/></QBXML>')).toBe(100)
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    expect(await outcome).toMatchObject({ sent: true, lost: false, response: '<QBXML>ö &amp; <b/></QBXML>' })
  })

  it('a company file that a Web Connector serves is closed with a cheap query where the last request was abandoned', async () => {
    await poll()
    const desktop = createServerDesktop(setup.db.database)
    const outcome = desktop.exchange(setup.realm.realmId, '<QBXML/>', read)
    const ticket = await setup.connector.begin()
    await desktop.close()
    await outcome
    await vi.waitFor(async () => expect(await setup.connector.ask(ticket)).toEqual(idleQuery))
    expect(await setup.connector.respond(ticket, '<QBXML>host</QBXML>')).toBe(100)
  })

  it('a company file that a Web Connector serves has a journal row in state sending before the request leaves, and the response when the call returns', async () => {
    await poll()
    const outcome = setup.exchange('<QBXML>add</QBXML>', write)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>add</QBXML>')
    expect(await findJournal()).toEqual([expect.objectContaining({ state: 'sending', epoch: 1n })])
    expect(await setup.connector.respond(ticket, '<QBXML>added</QBXML>')).toBe(100)
    expect(await findJournal()).toEqual([expect.objectContaining({ state: 'completed', response: expect.anything() })])
    expect(await outcome).toMatchObject({ sent: true, lost: false, response: '<QBXML>added</QBXML>' })
  })

  it('holds a call open until a request comes in', async () => {
    await setup.restart(patient)
    await poll()
    const first = setup.exchange('<QBXML>1</QBXML>', read)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>1</QBXML>')
    const held = setup.connector.respond(ticket, '<QBXML>one</QBXML>')
    await first
    const second = setup.exchange('<QBXML>2</QBXML>', read)
    expect(await held).toBe(99)
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>2</QBXML>')
    const last = setup.connector.respond(ticket, '<QBXML>two</QBXML>')
    expect(await second).toMatchObject({ response: '<QBXML>two</QBXML>' })
    expect(await setup.connector.authenticate()).toEqual(['', 'busy'])
    await setup.connector.call('closeConnection', { ticket })
    expect(await last).toBe(100)
  })

  it('responds to a call that it holds open when the server that passed it on stops', async () => {
    await setup.restart(patient)
    const headers = { [passedCallHeader]: 'call' }
    setup.connector = createScriptedConnector(setup.gateway.url, setup.credential, headers)
    await poll()
    const outcome = setup.exchange('<QBXML>1</QBXML>', read)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>1</QBXML>')
    const held = setup.connector.respond(ticket, '<QBXML>one</QBXML>')
    await outcome
    await fetch(`${setup.gateway.url}/connector`, { method: 'DELETE', headers })
    // The run goes on with the next call, which another server may pass on.
    expect(await held).toBe(99)
    await setup.connector.call('closeConnection', { ticket })
  })

  it('a company file that a Web Connector serves is not handed a request within the time of its caller [dp-7.2:AGENT_OFFLINE] [dp-8:14]', async () => {
    const desktop = createServerDesktop(setup.db.database, 20_000, 1)
    await poll()
    for (const options of [read, write]) {
      expect(await desktop.exchange(setup.realm.realmId, '<QBXML/>', options)).toEqual({
        sent: false,
        reason: 'offline',
        retryAfterMs: expect.any(Number),
      })
    }
    expect(await findJournal()).toEqual([expect.objectContaining({ state: 'cancelled' })])
    expect(await setup.connector.authenticate()).toEqual([expect.any(String), 'none'])
    await desktop.close()
  })
})

describe('a request that was handed over', () => {
  async function handOver(options: typeof read | typeof write) {
    await poll()
    const outcome = setup.exchange('<QBXML>sent</QBXML>', options)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>sent</QBXML>')
    return { outcome, ticket }
  }

  it.each([
    ['read', read],
    ['write', write],
  ] as const)('a request that was handed over is lost where a new run begins instead: %s', async (_, options) => {
    const { outcome, ticket } = await handOver(options)
    expect(await setup.connector.authenticate()).toEqual([expect.any(String), 'none'])
    expect(await outcome).toEqual({ sent: true, lost: true, reason: 'connection' })
    expect((await findJournal()).map(({ state }) => state)).toEqual(options === write ? ['sending'] : [])
    expect(await setup.connector.respond(ticket, '<QBXML>late</QBXML>')).toBe(-1)
  })

  it('a request that was handed over is lost where the connection is closed', async () => {
    const { outcome, ticket } = await handOver(write)
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
    expect(await outcome).toMatchObject({ sent: true, lost: true })
  })

  it('a request that was handed over was not executed where QuickBooks rejects its text', async () => {
    const { outcome, ticket } = await handOver(write)
    expect(await setup.connector.respond(ticket, '', '0x80040400')).toBe(100)
    expect(await outcome).toEqual({
      sent: false,
      reason: 'execution-error',
      error: { hresult: '0x80040400', message: 'QuickBooks says no.' },
    })
    expect((await findJournal()).map(({ state }) => state)).toEqual(['cancelled'])
  })

  it.each(['0x80040423', '0x8004040D', '0x8004040C', '0x80040428', '0X8004040f'])(
    'a request that was handed over was not executed where QuickBooks returns %s, and the run goes on only if its session does',
    async (hresult) => {
      const { outcome, ticket } = await handOver(write)
      expect(await setup.connector.respond(ticket, '', hresult)).toBe(hresult.endsWith('28') ? 100 : -1)
      expect(await outcome).toEqual({
        sent: false,
        reason: 'execution-error',
        error: { hresult, message: 'QuickBooks says no.' },
      })
      expect((await findJournal()).map(({ state }) => state)).toEqual(['cancelled'])
    },
  )

  it('a request that was handed over may have been executed where a dialog was opened during it', async () => {
    const { outcome, ticket } = await handOver(write)
    expect(await setup.connector.respond(ticket, '', '0x80040414')).toBe(-1)
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual([
      expect.stringMatching(/^A dialog is open in QuickBooks\. Complete or close it\. QuickBooks: /),
    ])
    expect(await outcome).toMatchObject({ sent: true, lost: true, error: { hresult: '0x80040414' } })
  })

  it('a request that was handed over is lost after any other failure, whose text the user sees', async () => {
    const { outcome, ticket } = await handOver(write)
    expect(await setup.connector.respond(ticket, '', '0x800706BA')).toBe(-1)
    expect(await setup.connector.call('getLastError', { ticket })).toEqual([
      'QuickBooks ended or stopped responding. Open QuickBooks and the company file again. QuickBooks: QuickBooks says no. (0x800706BA)',
    ])
    expect(await outcome).toMatchObject({ sent: true, lost: true, error: { hresult: '0x800706BA' } })
  })

  it.each(['', ' \n'])('a request that was handed over is lost with an empty response', async (response) => {
    const { outcome, ticket } = await handOver(read)
    expect(await setup.connector.respond(ticket, response)).toBe(100)
    expect(await outcome).toEqual({ sent: true, lost: true, reason: 'unreadable' })
  })

  it('a request that was handed over is lost with a response that is larger than its caller reads', async () => {
    const { outcome, ticket } = await handOver(write)
    expect(await setup.connector.respond(ticket, '<'.repeat(4 * 1024 ** 2))).toBe(-1)
    expect(await outcome).toEqual({ sent: true, lost: true, reason: 'too-large' })
  })

  it.each([
    ['as the response of a report', 64 * 1024 ** 2, { sent: true, lost: false }],
    ['not as the response of another read', undefined, { sent: true, lost: true, reason: 'too-large' }],
  ])('gets 60 MiB %s', async (_, responseBytesMax, expected) => {
    const { outcome, ticket } = await handOver({ kind: 'read', ...(responseBytesMax && { responseBytesMax }) })
    const memo = `<Memo>${'Thank you. '.repeat(200)}</Memo>`
    const response = `<QBXML>${memo.repeat((60 * 1024 ** 2) / memo.length)}</QBXML>`
    expect(await setup.connector.respond(ticket, response)).toBe(expected.lost ? -1 : 100)
    expect(await outcome).toMatchObject(expected)
  })

  it('gets a long response with characters that XML does not allow', async () => {
    const { outcome, ticket } = await handOver(read)
    const response = `<QBXML>${'<a>&#x0;</a>'.repeat(100_000)}</QBXML>`
    expect(await setup.connector.respond(ticket, response)).toBe(100)
    const responded = await outcome
    const text = 'response' in responded ? await payloadCodec.unpack(responded.response as Uint8Array) : ''
    expect(text === response).toBe(true)
  })
})

describe('the open company file', () => {
  it.each([
    ['another one', randomUUID(), /Another company file is open in QuickBooks: Sample Co.QBW/],
    ['one without a FileID', undefined, /has no FileID of this connection/],
  ])('gets no request if it is %s [dp-7.2:AGENT_EXECUTION_ERROR]', async (_, fileId, message) => {
    await poll()
    const outcome = setup.exchange('<QBXML/>', write)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket, { fileId })).toBe('')
    expect((await setup.connector.call('getLastError', { ticket }))[0]).toMatch(message)
    await setup.connector.call('closeConnection', { ticket })
    const error = { hresult: '0x8004040A', message: expect.stringMatching(message) }
    expect(await outcome).toEqual({ sent: false, reason: 'execution-error', error })
    expect((await findJournal()).map(({ state }) => state)).toEqual(['cancelled'])
    await vi.waitFor(async () => {
      const { problem } = await setup.db.database.connectorCredential.findUniqueOrThrow({
        where: { id: setup.credential.id },
      })
      expect(problem).toBe('APP_COMPANY_FILE_UNAVAILABLE')
    })
  })

  it('the open company file cannot be reached where the connection fails', async () => {
    await poll()
    const outcome = setup.exchange('<QBXML/>', write)
    const ticket = await setup.connector.begin()
    const error = { hresult: '0x80040414', message: 'A dialog is open.' }
    expect(await setup.connector.call('connectionError', { ticket, ...error })).toEqual(['done'])
    expect(await outcome).toEqual({ sent: false, reason: 'execution-error', error })
    expect((await findJournal()).map(({ state }) => state)).toEqual(['cancelled'])
  })
})

describe('a Web Connector', () => {
  it.each([
    ['a wrong password', (one: TestCredential) => ({ strUserName: one.userName, strPassword: 'wrong' })],
    ['an unknown user name', (one: TestCredential) => ({ strUserName: 'nobody', strPassword: one.password })],
  ])('a Web Connector is refused with %s', async (_, parameters) => {
    expect(await setup.connector.call('authenticate', parameters(setup.credential))).toEqual(['', 'nvu'])
  })

  it('a Web Connector is refused once its credential is revoked', async () => {
    await poll()
    await setup.db.database.connectorCredential.update({
      where: { id: setup.credential.id },
      data: { revokedAt: new Date() },
    })
    expect(await setup.connector.authenticate()).toEqual(['', 'nvu'])
    expect(await setup.exchange('<QBXML/>', read)).toEqual({ sent: false, reason: 'offline' })
  })

  it('a Web Connector is refused with a password that was replaced, and its update ends [cp-4:connector-password]', async () => {
    await poll()
    const outcome = setup.exchange('<QBXML/>', read)
    const ticket = await setup.connector.begin()
    await setup.connector.ask(ticket)
    const { database } = setup.db
    const password = mintSecret('svcw_')
    const passwordHash = await hashPassword(password)
    await database.connectorCredential.update({ where: { id: setup.credential.id }, data: { passwordHash } })
    await database.connectorSession.update({
      where: { realmId: setup.realm.realmId },
      data: { epoch: { increment: 1 } },
    })
    expect(await outcome).toMatchObject({ sent: true, lost: true })
    expect(await setup.connector.respond(ticket, '<QBXML/>')).toBe(-1)
    expect(await setup.connector.authenticate()).toEqual(['', 'nvu'])
    expect(await setup.connector.authenticate(password)).toEqual([expect.any(String), 'none'])
  })

  it.each([
    ['unknown', randomUUID()],
    ['empty', ''],
    ['forged', "'; --"],
  ])('a Web Connector with an %s ticket gets nothing and ends', async (_, ticket) => {
    expect(await setup.connector.ask(ticket)).toBe('')
    expect(await setup.connector.respond(ticket, '<QBXML/>')).toBe(-1)
    expect((await setup.connector.call('getLastError', { ticket }))[0]).toMatch(/next update/)
    expect(await setup.connector.call('connectionError', { ticket, hresult: '0x80040408' })).toEqual(['done'])
    expect(await setup.connector.call('closeConnection', { ticket })).toEqual(['OK'])
  })

  it('a Web Connector that sends a response out of turn does not end the request of another', async () => {
    await poll()
    const outcome = setup.exchange('<QBXML/>', read)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.respond(ticket, '<QBXML>never asked</QBXML>')).toBe(-1)
    await setup.connector.ask(ticket)
    await setup.connector.respond(ticket, '<QBXML>asked</QBXML>')
    expect(await outcome).toMatchObject({ response: '<QBXML>asked</QBXML>' })
  })

  it('a Web Connector that shares its credential with another is reported', async () => {
    await poll()
    const outcome = setup.exchange('<QBXML/>', read)
    const mine = await setup.connector.begin()
    await setup.connector.ask(mine)
    await setup.connector.authenticate()
    expect(await setup.connector.respond(mine, '<QBXML/>')).toBe(-1)
    await outcome
    await vi.waitFor(async () => {
      const events = await setup.db.database.auditEvent.findMany({ where: { resourceId: setup.credential.id } })
      expect(events.map(({ action }) => action)).toEqual(['connector.share'])
    })
  })

  it.each([
    ['both PCs if both had requests', true, ['A', 'B']],
    ['the PC that had one, if the other only polled', false, ['A']],
  ])(
    'a Web Connector that shares its credential with another at the same time is reported with %s',
    async (_, hasSecond, machines) => {
      const { database } = setup.db
      const { id, fileId } = setup.credential
      const findMachine = async () => (await database.connectorCredential.findUniqueOrThrow({ where: { id } })).machine
      await poll()
      const first = setup.exchange('<QBXML>1</QBXML>', read)
      const mine = await setup.connector.begin()
      await setup.connector.ask(mine, { fileId, machine: 'A' })
      await expect.poll(findMachine).toBe('A')
      await setup.connector.authenticate()
      await first
      if (hasSecond) {
        const second = setup.exchange('<QBXML>2</QBXML>', read)
        const others = await setup.connector.begin()
        await setup.connector.ask(others, { fileId, machine: 'B' })
        expect(await setup.connector.respond(mine, '<QBXML/>')).toBe(-1)
        await setup.connector.respond(others, '<QBXML/>')
        await second
      } else expect(await setup.connector.respond(mine, '<QBXML/>')).toBe(-1)
      const findDetails = async () => {
        const events = await database.auditEvent.findMany({ where: { resourceId: id } })
        return events.map(({ details }) => details)
      }
      await expect.poll(findDetails).toEqual([{ machines }])
    },
  )

  it.each([
    ['is reported if another PC has the same credential', ['A', 'B', 'A'], [['A', 'B']]],
    ['is not reported if it moved to another PC', ['A', 'A', 'B', 'B'], []],
  ])('%s', async (_, machines, reported) => {
    const { database } = setup.db
    await poll()
    for (const machine of machines) {
      const outcome = setup.exchange('<QBXML/>', read)
      const ticket = await setup.connector.begin()
      await setup.connector.ask(ticket, { fileId: setup.credential.fileId, machine })
      const findMachine = () => database.connectorCredential.findUniqueOrThrow({ where: { id: setup.credential.id } })
      await expect.poll(async () => (await findMachine()).machine).toBe(machine)
      await setup.connector.respond(ticket, '<QBXML/>')
      await setup.connector.call('closeConnection', { ticket })
      await outcome
    }
    const findReports = async () => {
      const events = await database.auditEvent.findMany({ where: { resourceId: setup.credential.id } })
      return events.map(({ details }) => details)
    }
    await expect.poll(findReports).toEqual(reported.map((each) => ({ machines: each })))
  })

  it('gets a fault that its user can read for what is not a call', async () => {
    const response = await fetch(`${setup.gateway.url}/connector`, { method: 'POST', body: '<!DOCTYPE a><a/>' })
    expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/xml; charset=utf-8'])
    expect(await response.text()).toContain(
      '<faultstring>The request is not valid XML: a document type is not allowed.',
    )
  })

  it('a Web Connector has its password stored with a keyed hash at its next poll, where it had none', async () => {
    const { database } = setup.db
    const where = { id: setup.credential.id }
    await database.connectorCredential.update({ where, data: { passwordHash: hashSecret(setup.credential.password) } })
    await poll()
    const { passwordHash } = await database.connectorCredential.findUniqueOrThrow({ where })
    expect(passwordHash).toMatch(/^scrypt(\$[\w+/=]+){4}$/)
    await poll()
    expect(await database.connectorCredential.findUniqueOrThrow({ where })).toMatchObject({ passwordHash })
    expect(await setup.connector.authenticate(mintSecret('svcw_'))).toEqual(['', 'nvu'])
  })

  it('finds a page for its user and a WSDL at its address', async () => {
    const page = await fetch(`${setup.gateway.url}/connector`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toMatch(/\.qwc[\s\S]*No data exchange required[\s\S]*QBWC1012/)
    const wsdl = await fetch(`${setup.gateway.url}/connector?wsdl`)
    expect(await wsdl.text()).toContain(`<soap:address location="${setup.gateway.url}/connector"/>`)
    expect((await fetch(`${setup.gateway.url}/connector`, { method: 'PUT', body: 'x' })).status).toBe(405)
  })
})
