import { memoryStorage, openCompany } from '@bridge/emulator'
import { payloadCodec } from '@bridge/platform/exchange-socket/payload-codec'
import { parseMessageSetResponse, runAtOnce, serializeMessageSet } from '@bridge/qbxml'
import {
  addApplication,
  createHttpTransport,
  createWebConnector,
  simulateQuickBooks,
  type Transport,
} from '@bridge/simulated-web-connector'
import { findEntity, parseQuery, planQuery } from '@bridge/translation'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { createCredential } from '../../test/scripted-connector.ts'
import { startGateway } from '../../test/test-gateway.ts'

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
  const { userName, password, fileId } = await createCredential(setup.db, setup.realm)
  const application = await addApplication(`<?xml version="1.0"?>
<QBWCXML><AppName>Bridge Service ${setup.realm.realmId}</AppName><AppID /><AppURL>${setup.gateway.url}/connector</AppURL>
<AppDescription>Test</AppDescription><AppSupport>${setup.gateway.url}/connector</AppSupport><UserName>${userName}</UserName>
<OwnerID>{0F8FAD5B-D9CB-869F-8165-70867728950E}</OwnerID><FileID>{${fileId.toUpperCase()}}</FileID><QBType>QBFS</QBType></QBWCXML>`)
  const transport = createHttpTransport(application.url)
  open.push(transport)
  const clock = () => new Date()
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const adds = Array.from(
    { length: customers },
    (_, n) => `<CustomerAddRq requestID="${n}"><CustomerAdd><Name>Customer ${n}</Name></CustomerAdd></CustomerAddRq>`,
  )
  if (customers > 0) await company.exchange(formatMessages(adds.join('')))
  const quickBooks = simulateQuickBooks({ company, companyFile: 'C:\\Sample Co.QBW', clock })
  return createWebConnector({ application, password, quickBooks, transport: wrap(transport) })
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
