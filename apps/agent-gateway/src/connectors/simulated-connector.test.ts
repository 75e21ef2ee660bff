import { memoryStorage, openCompany } from '@bridge/emulator'
import {
  addApplication,
  createHttpTransport,
  createWebConnector,
  simulateQuickBooks,
} from '@bridge/simulated-web-connector'
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

/** Adds the `.qwc` file of a new credential to a Web Connector with an emulated company file. */
async function startConnector() {
  const { userName, password, fileId } = await createCredential(setup.db, setup.realm)
  const application = await addApplication(`<?xml version="1.0"?>
<QBWCXML><AppName>Bridge Service ${setup.realm.realmId}</AppName><AppID /><AppURL>${setup.gateway.url}/connector</AppURL>
<AppDescription>Test</AppDescription><AppSupport>${setup.gateway.url}/connector</AppSupport><UserName>${userName}</UserName>
<OwnerID>{0F8FAD5B-D9CB-869F-8165-70867728950E}</OwnerID><FileID>{${fileId.toUpperCase()}}</FileID><QBType>QBFS</QBType></QBWCXML>`)
  const transport = createHttpTransport(application.url)
  open.push(transport)
  const clock = () => new Date()
  const company = openCompany({ storage: memoryStorage(), clock, random: Math.random, template: 'starter' })
  const quickBooks = simulateQuickBooks({ company, companyFile: 'C:\\Sample Co.QBW', clock })
  return createWebConnector({ application, password, quickBooks, transport })
}

const query =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq requestID="1"/></QBXMLMsgsRq></QBXML>'
const add =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq requestID="1"><CustomerAdd><Name>Müller</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>'

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
