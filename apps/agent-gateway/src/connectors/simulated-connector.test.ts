import { memoryStorage, openCompany } from '@bridge/emulator'
import { payloadCodec } from '@bridge/platform/exchange-socket/payload-codec'
import { formatGuid, parseMessageSetResponse, runAtOnce, serializeMessageSet } from '@bridge/qbxml'
import {
  addApplication,
  type ConnectorVersion,
  connectorVersions,
  createHttpTransport,
  createWebConnector,
  type QuickBooks,
  simulateQuickBooks,
  type Transport,
  type WebConnector,
} from '@bridge/simulated-web-connector'
import { findEntity, parseQuery, planQuery } from '@bridge/translation'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { createCredential } from '../../test/scripted-connector.ts'
import { createRealm, startGateway, type TestRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()
const open: { close(): void }[] = []

beforeEach(async () => {
  await setup.gateway.close()
  setup.gateway = await startGateway(setup.db, { connectorHoldMs: 50, connectorIdleMs: 0 })
})
afterEach(() => {
  for (const { close } of open.splice(0)) close()
})

/** Adds a new credential's `.qwc` file to a Web Connector with an emulated company file. */
async function startConnector({ customers = 0, wrap = (transport: Transport) => transport } = {}) {
  const clock = () => new Date()
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const adds = Array.from(
    { length: customers },
    (_, n) => `<CustomerAddRq requestID="${n}"><CustomerAdd><Name>Customer ${n}</Name></CustomerAdd></CustomerAddRq>`,
  )
  if (customers > 0) await company.exchange(formatMessages(adds.join('')))
  return addConnector(simulateQuickBooks({ company, companyFile: 'C:\\Sample Co.QBW', clock }), { wrap })
}

/** Adds a new credential's `.qwc` file to the Web Connector of a PC. */
async function addConnector(
  quickBooks: QuickBooks,
  {
    realm = setup.realm,
    wrap = (transport: Transport) => transport,
    ...client
  }: { realm?: TestRealm; wrap?: (transport: Transport) => Transport } & Partial<ConnectorVersion> = {},
) {
  const { userName, password, ownerId, fileId } = await createCredential(setup.db, realm)
  const address = `${setup.gateway.url.replace('127.0.0.1', 'localhost')}/connector`
  const application = await addApplication(
    `<?xml version="1.0"?>
<QBWCXML><AppName>Bridge Service ${realm.realmId}</AppName><AppID /><AppURL>${address}</AppURL>
<AppDescription>Test</AppDescription><AppSupport>${address}</AppSupport><UserName>${userName}</UserName>
<OwnerID>${formatGuid(ownerId)}</OwnerID><FileID>${formatGuid(fileId)}</FileID><QBType>QBFS</QBType></QBWCXML>`,
    quickBooks,
  )
  const transport = createHttpTransport(application.url, client)
  open.push(transport)
  return createWebConnector({ application, password, quickBooks, transport: wrap(transport), ...client })
}

function formatMessages(requests: string): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`
}
const query = formatMessages('<CompanyQueryRq requestID="1"/>')
const add = formatMessages(
  '<CustomerAddRq requestID="1"><CustomerAdd><Name>Müller</Name></CustomerAdd></CustomerAddRq>',
)

it('serves a company file through a Web Connector, whose updates end without an error [dp-1.4]', async () => {
  const connector = await startConnector()
  expect(await connector.update()).toMatchObject({ end: 'no-work' })
  const outcomes = [
    setup.exchange(query, { kind: 'read' }),
    setup.exchange(add, { kind: 'write', write: { entity: 'Customer', operation: 'create' } }),
  ]
  const ends = new Set<string>()
  let isDone = false
  const all = Promise.all(outcomes).finally(() => {
    isDone = true
  })
  while (!isDone) ends.add((await connector.update()).end)
  expect(await all).toEqual([
    expect.objectContaining({ lost: false, response: expect.stringContaining('CompanyQueryRs') }),
    expect.objectContaining({ lost: false, response: expect.stringMatching(/<Name>M(?:ü|&#252;)ller<\/Name>/) }),
  ])
  expect([...ends].filter((end) => end !== 'no-work')).toEqual(['done'])
})

it('reads the pages of a query again where the update ends between two of them', async () => {
  await setup.gateway.close()
  setup.gateway = await startGateway(setup.db, { connectorHoldMs: 50, connectorIdleMs: 60_000 })
  let asked = 0
  /** Loses the second call for a request, after which the Web Connector ends its session with QuickBooks. */
  const loseSecond = (transport: Transport): Transport => ({
    post: async (call) => {
      if (call.operation === 'sendRequestXML') asked += 1
      if (call.operation === 'sendRequestXML' && asked === 2) throw new Error('The connection was closed.')
      return transport.post(call)
    },
  })
  const connector = await startConnector({ customers: 600, wrap: loseSecond })
  expect(await connector.update()).toMatchObject({ end: 'no-work' })
  const found = findEntity('Customer')
  if (found?.kind !== 'built') throw new Error('Customers are an entity.')
  const { realmId } = setup.realm
  const run = planQuery(parseQuery('select * from Customer maxresults 1000'), found.table, { realmId })
  let isDone = false
  const updates = (async () => {
    while (!isDone) await connector.update()
  })()

  const pages: unknown[] = []
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    pages.push(requests[0]?.attributes?.iterator)
    const outcome = await setup.exchange(serializeMessageSet({ requests, onError: 'stopOnError' }), { kind: 'read' })
    if (!('response' in outcome)) throw new Error(JSON.stringify(outcome))
    const { response } = outcome
    const text = typeof response === 'string' ? response : await payloadCodec.unpack(response)
    runAtOnce(run.accept(parseMessageSetResponse(text).responses))
  }
  isDone = true
  connector.kill()
  await updates

  expect(pages).toEqual(['Start', 'Continue', 'Start', 'Continue'])
  const names = JSON.stringify(run.finish().queryResponse).match(/"DisplayName":"Customer \d+"/g)
  expect([names?.length, new Set(names).size]).toEqual([600, 600])
})

it.each(connectorVersions)('serves a company file through the Web Connector $version', async (client) => {
  const clock = () => new Date()
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const quickBooks = simulateQuickBooks({ company, companyFile: 'C:\\Sample Co.QBW', clock })
  const connector = await addConnector(quickBooks, client)
  await connector.update()
  let isDone = false
  const outcome = setup.exchange(query, { kind: 'read' }).finally(() => {
    isDone = true
  })
  while (!isDone) await connector.update()
  expect(await outcome).toMatchObject({ lost: false, response: expect.stringContaining('CompanyQueryRs') })
})

describe('two PCs with a credential each', () => {
  const clock = () => new Date()
  const openFile = () => openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const onPc = (company: ReturnType<typeof openFile>, companyFile: string, machine: string) =>
    addConnector(simulateQuickBooks({ company, companyFile, machine, clock }))

  /** Runs updates until an exchange has its outcome. */
  async function serve(connector: WebConnector, { realmId } = setup.realm) {
    let isDone = false
    const outcome = setup.desktop.exchange(realmId, query, { kind: 'read' }).finally(() => {
      isDone = true
    })
    let result = await connector.update()
    while (!isDone) result = await connector.update()
    return { outcome: await outcome, result }
  }

  it('serve one company file in turn, and each proves it', async () => {
    const company = openFile()
    const first = await onPc(company, 'C:\\Sample Co.QBW', 'OFFICE-PC')
    await first.update()
    expect(await serve(first)).toMatchObject({ outcome: { lost: false } })
    const second = await onPc(company, '\\\\OFFICE-PC\\Books\\Sample Co.QBW', 'FRONT-DESK')
    expect(await serve(second)).toMatchObject({ outcome: { lost: false }, result: { end: 'done' } })
    expect(await serve(first)).toMatchObject({ outcome: { lost: false } })

    const rows = await setup.db.database.connectorCredential.findMany({
      where: { realmId: setup.realm.realmId, machine: { not: null } },
      orderBy: { createdAt: 'asc' },
    })
    expect(rows.map(({ machine, otherFileIds, sharedAt }) => ({ machine, otherFileIds, sharedAt }))).toEqual([
      { machine: 'OFFICE-PC', otherFileIds: [], sharedAt: null },
      { machine: 'FRONT-DESK', otherFileIds: [rows[0]?.fileId], sharedAt: null },
    ])
  })

  it('serve no two company files: the second PC sends nothing of another one', async () => {
    const first = await onPc(openFile(), 'C:\\Sample Co.QBW', 'OFFICE-PC')
    await first.update()
    await serve(first)
    const second = await onPc(openFile(), 'C:\\Other Co.QBW', 'FRONT-DESK')
    const { outcome, result } = await serve(second)
    expect(outcome).toMatchObject({ sent: false, reason: 'execution-error', error: { hresult: '0x8004040A' } })
    expect(result.status).toMatch(
      /^The open company file Other Co\.QBW is not the one that the Web Connector “.*” uses/,
    )
  })

  it('serve the successor of a company file after the first credential was revoked', async () => {
    const first = await onPc(openFile(), 'C:\\Sample Co.QBW', 'OFFICE-PC')
    await first.update()
    await serve(first)
    await setup.db.database.connectorCredential.updateMany({ data: { revokedAt: new Date() } })
    const second = await onPc(openFile(), 'C:\\Restored.QBW', 'FRONT-DESK')
    // Until the second one has polled, the company file is offline.
    await second.update()
    expect(await serve(second)).toMatchObject({ outcome: { lost: false } })
  })

  it('keep one company file apart for two realms', async () => {
    const company = openFile()
    const first = await onPc(company, 'C:\\Sample Co.QBW', 'OFFICE-PC')
    await first.update()
    await serve(first)
    const realm = await createRealm(setup.db.database)
    const quickBooks = simulateQuickBooks({ company, companyFile: 'C:\\Sample Co.QBW', clock })
    const other = await addConnector(quickBooks, { realm })
    expect(await other.update()).toMatchObject({ end: 'no-work' })
    expect(await serve(other, realm)).toMatchObject({ outcome: { lost: false } })
    expect(await serve(first)).toMatchObject({ outcome: { lost: false } })
    const rows = await setup.db.database.connectorCredential.findMany({ where: { realmId: realm.realmId } })
    expect(rows).toMatchObject([{ otherFileIds: [], provedAt: expect.any(Date) }])
  })
})

describe('a QuickBooks that was closed after an update, and may sign in automatically', () => {
  async function closeAfterUpdate(opensQuickBooks: boolean) {
    const { realmId } = setup.realm
    await setup.db.database.realmSettings.create({ data: { realmId, values: { opensQuickBooks } } })
    const clock = () => new Date()
    const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
    const pc = { companyFile: 'C:\\Sample Co.QBW', allowsAutomaticLogin: true }
    const connector = await addConnector(simulateQuickBooks({ company, clock, ...pc }))
    await connector.update()
    const serve = async () => {
      const outcome = setup.exchange(query, { kind: 'read' })
      for (;;) {
        const { end } = await connector.update()
        if (end !== 'no-work') return { end, outcome: await outcome }
      }
    }
    expect(await serve()).toMatchObject({ end: 'done' })
    const findCredential = () => setup.db.database.connectorCredential.findFirstOrThrow({ where: { realmId } })
    await expect.poll(findCredential).toMatchObject({ companyFilePath: pc.companyFile })
    company.switches.applicationClosed = true
    return { company, serve, findCredential }
  }

  it('is opened and closed again with the setting on', async () => {
    const { company, serve } = await closeAfterUpdate(true)
    for (let time = 1; time <= 2; time += 1) {
      expect(await serve()).toMatchObject({ end: 'done', outcome: { lost: false } })
      expect(company.switches.applicationClosed).toBe(true)
    }
  })

  it('runs nothing with the setting off, and is not opened again', async () => {
    const { serve, findCredential } = await closeAfterUpdate(false)
    expect(await serve()).toMatchObject({ end: 'failed', outcome: { sent: false, error: { hresult: '0x80040416' } } })
    await expect.poll(findCredential).toMatchObject({ isClosed: true })
    expect(await serve()).toMatchObject({
      end: 'no-session',
      outcome: { sent: false, error: { hresult: '0x80040408' } },
    })
  })
})
