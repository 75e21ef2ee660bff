import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { beforeEach, describe, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { openAgentSocket, type ScriptedAgent } from '../../test/scripted-agent.ts'

const setup = setupGateway()
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create', messageSetId: 'set-1' } } as const
const lookUp = { kind: 'read', sameFileAs: 'set-1' } as const
const sendAgain = { ...write, sameFileAs: 'set-1' } as const
const notSent = { sent: false, reason: 'offline' }

/** Connects an agent with a company file open, or none. */
async function connect(companyFile: string | undefined, token = setup.realm.token): Promise<ScriptedAgent> {
  const agent = openAgentSocket(setup.gateway.url, token)
  await agent.sayHello({ desktop: { phase: 'ready', ...(companyFile !== undefined && { companyFile }) } })
  return agent
}
/** Creates another agent token for the realm, as for another PC. */
async function createToken(): Promise<string> {
  const token = mintSecret('svca_')
  const { realmId } = setup.realm
  await setup.db.database.agentToken.create({ data: { realmId, label: 'other', tokenHash: hashSecret(token) } })
  return token
}
/** Sends a write to an agent, whose connection breaks before its response. */
async function loseWrite(agent: ScriptedAgent): Promise<void> {
  const outcome = setup.exchange('<QBXML>add</QBXML>', write)
  await agent.accept()
  agent.socket.terminate()
  expect(await outcome).toMatchObject({ sent: true, lost: true })
}
async function expectFound(agent: ScriptedAgent): Promise<void> {
  const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
  agent.respond((await agent.accept()).id, '<QBXML>executed</QBXML>')
  expect(await found).toMatchObject({ response: '<QBXML>executed</QBXML>' })
}
async function expectRefused(): Promise<void> {
  expect(await setup.exchange('<QBXML>status</QBXML>', lookUp)).toMatchObject(notSent)
  expect(await setup.exchange('<QBXML>add</QBXML>', sendAgain)).toMatchObject(notSent)
}
function findStates() {
  return setup.db.database.writeJournal
    .findMany({ where: { realmId: setup.realm.realmId }, orderBy: { createdAt: 'asc' } })
    .then((rows) => rows.map(({ state }) => state))
}
function findOpenFile() {
  return setup.db.database.realmSession
    .findUniqueOrThrow({ where: { realmId: setup.realm.realmId } })
    .then(({ companyFile }) => companyFile)
}

describe('a write that an agent lost without a FileID', () => {
  it.each([
    ['the same company file', 'books.qbw', 'Books.QBW'],
    ['a company file, after none was named', undefined, 'books.qbw'],
    ['no company file yet', 'books.qbw', undefined],
  ])(
    'a write that an agent lost without a FileID is looked up through the same agent with %s',
    async (_, before, after) => {
      await loseWrite(await connect(before))
      await expectFound(await connect(after))
    },
  )

  it('a write that an agent lost without a FileID is not looked up or sent again with another company file', async () => {
    await loseWrite(await connect('books.qbw'))
    const other = await connect('other.qbw')
    await expectRefused()
    other.socket.terminate()
    await expectFound(await connect('books.qbw'))
    expect(other.received.filter(({ type }) => type === 'request')).toEqual([])
  })

  it('a write that an agent lost without a FileID is looked up through another agent only with a company file of that name', async () => {
    await loseWrite(await connect('books.qbw'))
    const token = await createToken()
    await connect(undefined, token)
    await expectRefused()
    await expectFound(await connect('books.qbw', token))
  })
})

describe('a write that is sent again', () => {
  let agent: ScriptedAgent
  beforeEach(async () => {
    await loseWrite(await connect('books.qbw'))
    agent = await connect('books.qbw')
  })

  it('a write that is sent again is not sent if another company file is opened while it waits', async () => {
    const current = setup.exchange('<QBXML>read</QBXML>', { kind: 'read' })
    const { id } = await agent.accept()
    const again = setup.exchange('<QBXML>add</QBXML>', sendAgain)
    await expect.poll(findStates).toEqual(['sending', 'queued'])
    agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: 'other.qbw' } })
    await expect.poll(findOpenFile).toBe('other.qbw')
    agent.respond(id, '<QBXML/>')
    await current
    expect(await again).toMatchObject(notSent)
    expect(await findStates()).toEqual(['sending', 'cancelled'])
    expect(agent.received.filter(({ type }) => type === 'request')).toHaveLength(1)
  })

  it('a write that is sent again is not confirmed by another company file that is opened before the response', async () => {
    const found = setup.exchange('<QBXML>status</QBXML>', lookUp)
    const { id } = await agent.accept()
    agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: 'other.qbw' } })
    await expect.poll(findOpenFile).toBe('other.qbw')
    agent.respond(id, '<QBXML>not on record</QBXML>')
    expect(await found).toMatchObject({ sent: true, lost: true })
  })
})
