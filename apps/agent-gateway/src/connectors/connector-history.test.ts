import { createChangeFeed } from '@bridge/database'
import { beforeEach, describe, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import {
  createCredential,
  createScriptedConnector,
  type ScriptedConnector,
  type TestCredential,
} from '../../test/scripted-connector.ts'
import { startGateway } from '../../test/test-gateway.ts'

const read = { kind: 'read' } as const
const short = { connectorHoldMs: 50, connectorIdleMs: 0 }
const setup = setupGateway()
let credential: TestCredential
let connector: ScriptedConnector
let pausedMs: number

async function restart(): Promise<void> {
  await setup.gateway.close()
  setup.gateway = await startGateway(setup.db, short, { clock: () => new Date(Date.now() + pausedMs) })
  connector = createScriptedConnector(setup.gateway.url, credential)
}

beforeEach(async () => {
  pausedMs = 0
  credential = await createCredential(setup.db, setup.realm)
  await restart()
})

function findSession() {
  return setup.db.database.connectorSession.findUniqueOrThrow({ where: { realmId: setup.realm.realmId } })
}
async function findChanges() {
  const rows = await setup.db.database.connectionChange.findMany({
    where: { realmId: setup.realm.realmId },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ transport, condition, companyFile, reason }) => [transport, condition, companyFile, reason])
}
/** Runs an update with one request, while a company file is open. */
async function update(fileId = credential.fileId): Promise<void> {
  const outcome = setup.exchange('<QBXML/>', read)
  const ticket = await connector.begin()
  if ((await connector.ask(ticket, { fileId })) !== '') await connector.respond(ticket, '<QBXML/>')
  await connector.call('closeConnection', { ticket })
  await outcome
}

describe('the history of a Web Connector', () => {
  it.each([
    ['0x8004041A', 'not_authorized'],
    ['0x8004041D', 'not_authorized'],
    ['0X80040420', 'not_authorized'],
    ['0x80040403', 'quickbooks_error'],
    ['0x80040409', 'quickbooks_error'],
    ['0x80040410', 'quickbooks_error'],
    ['0x8004041B', 'quickbooks_error'],
    ['0x8004041E', 'quickbooks_error'],
    ['0x8004041F', 'quickbooks_error'],
    ['0x80040422', 'quickbooks_error'],
    ['0x80040427', 'quickbooks_error'],
    ['0x8004042A', 'quickbooks_error'],
    ['0x8004042C', 'quickbooks_error'],
    ['0x80040402', 'quickbooks_error'],
    ['0x80004005', 'quickbooks_error'],
    ['0x8004040A', 'another_file'],
    ['0x80040414', 'dialog'],
    ['0x80040417', 'no_file'],
    ['0x80040408', 'quickbooks_closed'],
    ['0x80040416', 'quickbooks_closed'],
    ['0x80040424', 'quickbooks_closed'],
  ])('the history of a Web Connector has what connection error %s means: %s', async (hresult, condition) => {
    await connector.authenticate()
    const outcome = setup.exchange('<QBXML/>', read)
    const ticket = await connector.begin()
    await connector.call('connectionError', { ticket, hresult, message: 'No.' })
    expect(await outcome).toMatchObject({ sent: false, reason: 'execution-error', error: { hresult } })
    await expect.poll(async () => (await findSession()).condition).toBe(condition)
  })

  it('the history of a Web Connector has a QuickBooks that is too old as an error', async () => {
    await connector.authenticate()
    const outcome = setup.exchange('<QBXML/>', read)
    const ticket = await connector.begin()
    const opened = { strHCPResponse: '', strCompanyFileName: String.raw`C:\Sample Co.QBW`, qbXMLMajorVers: '11' }
    expect(await connector.call('sendRequestXML', { ticket, ...opened })).toEqual([''])
    expect(await outcome).toMatchObject({ sent: false, error: { hresult: '0x80040423' } })
    await expect.poll(async () => (await findSession()).condition).toBe('quickbooks_error')
  })

  it('the history of a Web Connector has each change of the company file once', async () => {
    await connector.authenticate()
    const started = ['connector', 'ready', null, null]
    expect(await findChanges()).toEqual([started])
    await update()
    await update()
    const opened = ['connector', 'ready', 'Sample Co.QBW', null]
    await expect.poll(findChanges).toEqual([started, opened])
    await update('c4b3a291-0f6e-4d5c-8b7a-695847362514')
    const another = ['connector', 'another_file', 'Sample Co.QBW', null]
    await expect.poll(findChanges).toEqual([started, opened, another])
    expect(await findSession()).toMatchObject({ condition: 'another_file', endedAt: null })
  })

  it('the history of a Web Connector has the last time that it was seen before it became silent, and its return', async () => {
    await connector.authenticate()
    const { lastPolledAt } = await findSession()
    pausedMs = 60_000
    await expect.poll(async () => (await findSession()).endReason).toBe('silent')
    expect(await findSession()).toMatchObject({ endedAt: lastPolledAt })
    await connector.authenticate()
    const started = ['connector', 'ready', null, null]
    expect(await findChanges()).toEqual([started, ['connector', null, null, 'silent'], started])
    expect(await findSession()).toMatchObject({ endedAt: null, endReason: null })
  })

  it('goes on at another gateway if the Web Connector polls on', async () => {
    await connector.authenticate()
    const { liveSince } = await findSession()
    await restart()
    await connector.authenticate()
    expect(await findSession()).toMatchObject({ liveSince, endedAt: null, epoch: 2n })
    expect(await findChanges()).toEqual([['connector', 'ready', null, null]])
  })

  it('the history of a Web Connector has the end of a Web Connector whose gateway ended without a word', async () => {
    await connector.authenticate()
    const lastPolledAt = new Date('2026-03-02T09:00:00Z')
    const { realmId } = setup.realm
    await restart()
    await setup.db.database.connectorSession.update({ where: { realmId }, data: { lastPolledAt } })
    await connector.authenticate()
    const lost = await setup.db.database.connectionChange.findFirst({ where: { realmId, reason: 'lost' } })
    expect(lost).toMatchObject({ transport: 'connector', condition: null, at: lastPolledAt })
    expect((await findSession()).liveSince > lastPolledAt).toBe(true)
  })

  it('the history of a Web Connector has the revocation of its credential', async () => {
    await connector.authenticate()
    const { id } = credential
    await setup.db.database.connectorCredential.update({ where: { id }, data: { revokedAt: new Date() } })
    const changes = createChangeFeed(setup.db.url)
    await changes.publish('agents')
    await changes.close()
    await expect.poll(async () => (await findChanges()).at(-1)).toEqual(['connector', null, null, 'credentialRevoked'])
  })
})
