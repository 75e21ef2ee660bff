import { randomUUID } from 'node:crypto'
import { createLargeDatabase, recordStatements } from '@bridge/server/testing/statement-plans'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setupConnector } from '../test/connector-setup.ts'
import { openAgentSocket } from '../test/scripted-agent.ts'
import { createRealm, startGateway } from '../test/test-gateway.ts'

const setup = setupConnector()
let large: Awaited<ReturnType<typeof createLargeDatabase>>

beforeAll(async () => {
  large = await createLargeDatabase([
    'audit_event',
    'connection_change',
    'write_journal',
    'organization',
    'realm',
    'realm_settings',
    'realm_session',
    'agent_token',
    'connector_session',
    'connector_credential',
  ])
}, 900_000)
afterAll(() => large.drop())

const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const

/** Parts of an agent's statements. */
const agentStatements = [
  'INSERT INTO realm_session',
  'UPDATE realm_session AS lease SET "lastSeenAt"',
  'WITH changed AS',
  'UPDATE write_journal AS queued',
  'UPDATE write_journal SET response = NULL',
  'SELECT id::text FROM write_journal',
]
/** Parts of a Web Connector's. */
const connectorStatements = [
  'INSERT INTO connector_session',
  'UPDATE connector_session AS lease SET "lastSeenAt"',
  'UPDATE connector_credential SET "lastPolledAt"',
]

function findMissing(texts: ReadonlySet<string>, parts: readonly string[]): string[] {
  return parts.filter((part) => ![...texts].some((text) => text.includes(part)))
}

/** Connects, works and stops, with an agent and with a Web Connector. Returns the gateway's statements. */
async function listStatements(): Promise<ReadonlySet<string>> {
  const statements = recordStatements()
  try {
    // A quota of one byte is enforced after each response.
    const gateway = await startGateway(setup.db, { heartbeatMs: 50, maxJournalBytes: 1 })
    const realm = await createRealm(setup.db.database)
    const agent = openAgentSocket(gateway.url, realm.token)
    await agent.sayHello({ completed: [randomUUID()] })
    await agent.next('acknowledged')
    const outcome = setup.desktop.exchange(realm.realmId, '<write/>', write)
    const { id } = await agent.accept()
    agent.respond(id, '<done/>')
    await outcome
    agent.send({ type: 'status', desktop: { phase: 'app-not-open' } })
    await expect.poll(() => findMissing(statements.texts, agentStatements)).toEqual([])
    await gateway.gateway.drain()
    await gateway.close()

    await setup.restart({ connectorHoldMs: 50, connectorIdleMs: 0, heartbeatMs: 50 })
    await setup.connector.authenticate()
    const polled = setup.exchange('<write/>', write)
    const ticket = await setup.connector.begin()
    await setup.connector.ask(ticket)
    await setup.connector.respond(ticket, '<done/>')
    await setup.connector.call('closeConnection', { ticket })
    await polled
    await expect.poll(() => findMissing(statements.texts, connectorStatements)).toEqual([])
    await setup.gateway.gateway.drain()
  } finally {
    statements.stop()
  }
  return statements.texts
}

it('reads no large table whole, whatever the values of a statement are', async () => {
  const statements = await listStatements()
  expect(await large.findWholeScans(statements)).toEqual([])
})
