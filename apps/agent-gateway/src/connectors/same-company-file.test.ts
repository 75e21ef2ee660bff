import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { setupConnector } from '../../test/connector-setup.ts'
import { openAgentSocket, type ScriptedAgent } from '../../test/scripted-agent.ts'
import {
  createCredential,
  createScriptedConnector,
  type ScriptedConnector,
  serializeHcpResponse,
} from '../../test/scripted-connector.ts'

const setup = setupConnector()
const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create', messageSetId: 'set-1' } } as const
const lookUp = { kind: 'read', sameFileAs: 'set-1' } as const
const sendAgain = { ...write, sameFileAs: 'set-1' } as const
const notSent = { sent: false, reason: 'offline' }

beforeEach(async () => {
  await setup.connector.authenticate()
})

function findFileId() {
  return setup.db.database.realmSession
    .findUniqueOrThrow({ where: { realmId: setup.realm.realmId } })
    .then(({ fileId }) => fileId)
}
/** Has the agent respond to a read, and to the question for the FileID after it. */
async function askForFileId(agent: ScriptedAgent, fileId: string | undefined): Promise<void> {
  const reading = setup.exchange('<QBXML/>', read)
  agent.respond((await agent.accept()).id, '<QBXML/>')
  await reading
  await respondFileId(agent, fileId)
}
async function respondFileId(agent: ScriptedAgent, fileId: string | undefined): Promise<void> {
  const { id, text } = await agent.accept()
  expect(text).toMatch(/<CompanyQueryRq requestID="1">\s*<OwnerID>\{[0-9A-F-]{36}\}<\/OwnerID>/)
  agent.respond(id, serializeHcpResponse(fileId))
}
/** Sends a write to the agent, whose connection breaks before its response. */
async function loseWrite(agent: ScriptedAgent): Promise<void> {
  const outcome = setup.exchange('<QBXML>add</QBXML>', write)
  await agent.accept()
  agent.socket.terminate()
  expect(await outcome).toMatchObject({ sent: true, lost: true })
}

describe('a write that the agent lost', () => {
  it('a write that the agent lost is not looked up through the Web Connector, whose company file may be another one', async () => {
    await loseWrite(await setup.connect())
    expect(await setup.exchange('<QBXML>status</QBXML>', lookUp)).toMatchObject(notSent)
    expect((await setup.connector.authenticate())[1]).toBe('none')
    const agent = await setup.connect()
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    agent.respond((await agent.accept()).id, '<QBXML>executed</QBXML>')
    expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })

  it('a write that the agent lost is looked up through the Web Connector if both have the same company file', async () => {
    const agent = await setup.connect()
    await askForFileId(agent, setup.credential.fileId)
    await expect.poll(findFileId).toBe(setup.credential.fileId)
    await loseWrite(agent)
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    const ticket = await setup.connector.begin()
    expect(await setup.connector.ask(ticket)).toBe('<QBXML>status</QBXML>')
    await setup.connector.respond(ticket, '<QBXML>executed</QBXML>')
    expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })

  it.each([
    ['has no FileID', () => undefined],
    ['has another FileID', randomUUID],
  ])(
    'a write that the agent lost is not looked up through the Web Connector if its company file %s',
    async (_, createFileId) => {
      const agent = await setup.connect()
      await askForFileId(agent, createFileId())
      await loseWrite(agent)
      expect(await setup.exchange('<QBXML>status</QBXML>', lookUp)).toMatchObject(notSent)
    },
  )

  it('a write that the agent lost is not looked up through the Web Connector if the agent opened another company file before it', async () => {
    const agent = await setup.connect()
    await askForFileId(agent, setup.credential.fileId)
    await expect.poll(findFileId).toBe(setup.credential.fileId)
    agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: 'other.qbw' } })
    await expect.poll(findFileId).toBeNull()
    await loseWrite(agent)
    expect(await setup.exchange('<QBXML>status</QBXML>', lookUp)).toMatchObject(notSent)
  })
})

describe('a write that the agent lost with the FileID of its company file', () => {
  beforeEach(async () => {
    const agent = await setup.connect()
    await askForFileId(agent, setup.credential.fileId)
    await expect.poll(findFileId).toBe(setup.credential.fileId)
    await loseWrite(agent)
  })

  it.each([
    ['has no FileID', () => undefined],
    ['has another FileID', randomUUID],
  ])(
    'a write that the agent lost with the FileID of its company file is not looked up through the agent if its company file %s',
    async (_, createFileId) => {
      await setup.db.database.connectorSession.updateMany({ data: { lastSeenAt: new Date(0) } })
      const agent = await setup.connect()
      const outcome = setup.exchange('<QBXML>status</QBXML>', lookUp)
      await respondFileId(agent, createFileId())
      expect(await outcome).toMatchObject(notSent)
      expect(await setup.exchange('<QBXML>add</QBXML>', sendAgain)).toMatchObject(notSent)
      expect(agent.received.filter(({ type }) => type === 'request')).toHaveLength(1)
    },
  )

  it('a write that the agent lost with the FileID of its company file is looked up through the agent after its company file was moved and the Web Connector was revoked', async () => {
    const { id } = setup.credential
    await setup.db.database.connectorCredential.update({ where: { id }, data: { revokedAt: new Date() } })
    const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
    await agent.sayHello({ desktop: { phase: 'ready', companyFile: 'moved.qbw' } })
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    await respondFileId(agent, setup.credential.fileId)
    agent.respond((await agent.accept()).id, '<QBXML>executed</QBXML>')
    expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })
})

describe('a write that the Web Connector lost', () => {
  beforeEach(async () => {
    const outcome = setup.exchange('<QBXML>add</QBXML>', write)
    const ticket = await setup.connector.begin()
    await setup.connector.ask(ticket)
    await setup.connector.call('closeConnection', { ticket })
    expect(await outcome).toMatchObject({ sent: true, lost: true })
  })

  it('a write that the Web Connector lost is looked up through the agent once its company file is known to be the same', async () => {
    const agent = await setup.connect()
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    await respondFileId(agent, setup.credential.fileId)
    const { id, text } = await agent.accept()
    expect(text).toBe('<QBXML>status</QBXML>')
    agent.respond(id, '<QBXML>executed</QBXML>')
    expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })

  it.each([
    ['looked up', '<QBXML>status</QBXML>', lookUp],
    ['sent again', '<QBXML>add</QBXML>', sendAgain],
  ])(
    'a write that the Web Connector lost is %s only through the Web Connector if the agent has another company file',
    async (_how, text, options) => {
      const agent = await setup.connect()
      const outcome = setup.exchange(text, options)
      await respondFileId(agent, randomUUID())
      const ticket = await setup.connector.begin()
      expect(await setup.connector.ask(ticket)).toBe(text)
      await setup.connector.respond(ticket, '<QBXML>executed</QBXML>')
      expect(await outcome).toMatchObject({ response: '<QBXML>executed</QBXML>' })
      expect(agent.received.filter(({ type }) => type === 'request')).toHaveLength(1)
    },
  )
})

describe('a write that the Web Connector of another PC lost', () => {
  let other: ScriptedConnector
  let otherFileId: string

  beforeEach(async () => {
    const credential = await createCredential(setup.db, setup.realm)
    other = createScriptedConnector(setup.gateway.url, credential)
    otherFileId = credential.fileId
    const outcome = setup.exchange('<QBXML>add</QBXML>', write)
    const ticket = await setup.connector.begin()
    await setup.connector.ask(ticket)
    await setup.connector.call('closeConnection', { ticket })
    expect(await outcome).toMatchObject({ sent: true, lost: true })
    await expect.poll(isProved).toBe(true)
  })

  async function isProved() {
    const { id } = setup.credential
    return (await setup.db.database.connectorCredential.findUniqueOrThrow({ where: { id } })).provedAt !== null
  }
  /** Begins the other PC's first update, and responds to the question for the first PC's FileID. */
  async function proveOther(fileId: string | undefined): Promise<number> {
    const reading = setup.exchange('<QBXML/>', read)
    const ticket = await other.begin()
    expect(await other.ask(ticket)).toMatch(/<CompanyQueryRq requestID="1">\s*<OwnerID>\{[0-9A-F-]{36}\}<\/OwnerID>/)
    const percent = await other.respond(ticket, serializeHcpResponse(fileId))
    if (percent > 0) {
      expect(await other.ask(ticket)).toBe('<QBXML/>')
      await other.respond(ticket, '<QBXML/>')
    }
    await reading
    await other.call('closeConnection', { ticket })
    return percent
  }

  it('is looked up through this one once both are known to have one company file', async () => {
    expect(await proveOther(setup.credential.fileId)).toBeGreaterThan(0)
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    const ticket = await other.begin()
    expect(await other.ask(ticket)).toBe('<QBXML>status</QBXML>')
    await other.respond(ticket, '<QBXML>executed</QBXML>')
    expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })

  it('is not looked up through this one while its company file is not known to be the same', async () => {
    await other.authenticate()
    expect(await setup.exchange('<QBXML>status</QBXML>', lookUp)).toMatchObject(notSent)
  })

  it.each([
    ['without a FileID', () => undefined],
    ['with another FileID', randomUUID],
  ])('is not looked up in a company file %s, for which this one gets no request', async (_, createFileId) => {
    expect(await proveOther(createFileId())).toBeLessThan(0)
    expect(await setup.exchange('<QBXML>status</QBXML>', lookUp)).toMatchObject(notSent)
  })

  it('is looked up through the agent, whichever PC polled last', async () => {
    await proveOther(setup.credential.fileId)
    const agent = await setup.connect()
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    await respondFileId(agent, otherFileId)
    const { id, text } = await agent.accept()
    expect(text).toBe('<QBXML>status</QBXML>')
    agent.respond(id, '<QBXML>executed</QBXML>')
    expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
  })
})

it('keeps the update of one PC while another PC polls, which gets busy', async () => {
  const other = createScriptedConnector(setup.gateway.url, await createCredential(setup.db, setup.realm))
  const outcome = setup.exchange('<QBXML/>', read)
  const ticket = await setup.connector.begin()
  expect(await setup.connector.ask(ticket)).toBe('<QBXML/>')
  expect(await other.authenticate()).toEqual(['', 'busy'])
  await setup.connector.respond(ticket, '<QBXML/>')
  expect(await outcome).toMatchObject({ response: '<QBXML/>' })
  const { sharedAt } = await setup.db.database.connectorCredential.findUniqueOrThrow({
    where: { id: setup.credential.id },
  })
  expect(sharedAt).toBeNull()
})
