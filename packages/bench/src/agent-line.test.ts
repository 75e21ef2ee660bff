import { randomInt } from 'node:crypto'
import type { Gateway } from '@bridge/agent-gateway'
import { parseRealmId } from '@bridge/agent-protocol'
import { createGatewayDesktop } from '@bridge/data-plane/desktop/gateway-desktop'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Agent } from '@bridge/edge-agent'
import type { Company } from '@bridge/emulator'
import { machineSecret } from '@bridge/harness/machine-secret'
import { startGateway } from '@bridge/harness/start-gateway'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

function clock() {
  return new Date()
}
const logger = pino({ level: 'silent' })
const realmId = parseRealmId(`9${String(randomInt(1e14)).padStart(15, '1')}`)
if (realmId === undefined) throw new Error('Invalid realm ID.')

function messageSet(request: string) {
  return (
    '<?xml version="1.0"?><?qbxml version="13.0"?>' +
    `<QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
  )
}
const hosts = messageSet('<HostQueryRq requestID="1"/>')
const add = messageSet('<CustomerAddRq requestID="1"><CustomerAdd><Name>Anna</Name></CustomerAdd></CustomerAddRq>')
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const

let db: TestDatabase
let gateway: Gateway
let agent: Agent
let company: Company
let desktop: ReturnType<typeof createGatewayDesktop>

beforeAll(async () => {
  db = await createTestDatabase()
  const token = mintSecret('svca_')
  await db.database.realm.create({
    data: {
      id: realmId,
      name: 'Test',
      kind: 'production',
      org: { create: { name: 'Test', slug: 'test' } },
      agentTokens: { create: { label: 'agent', tokenHash: hashSecret(token) } },
    },
  })
  gateway = await startGateway({ database: db.database, config: { heartbeatMs: 50 } })
  const started = await startSimulatedAgent({
    url: gateway.url,
    token,
    template: 'empty',
    wait: async () => undefined,
  })
  agent = started.agent
  company = started.company
  desktop = createGatewayDesktop({
    database: db.database,
    clock,
    logger,
    config: { machineSecret, agentTimeoutMs: 20_000, connectorTimeoutMs: 20_000 },
  })
})
afterAll(async () => {
  await desktop.close()
  await agent.stop()
  await gateway.close()
  await db.drop()
})
beforeEach(() => {
  Object.assign(company.switches, { applicationClosed: false, companyFileClosed: false, dialogOpen: false })
})

async function lastState() {
  const row = await db.database.writeJournal.findFirst({ where: { realmId }, orderBy: { createdAt: 'desc' } })
  return row?.state
}

describe('a call through server, gateway and agent', () => {
  it('reads and writes the company file', async () => {
    expect(await desktop.exchange(realmId, hosts, { kind: 'read' })).toMatchObject({
      sent: true,
      lost: false,
      response: expect.stringContaining('<HostRet>'),
    })
    expect(await desktop.exchange(realmId, add, write)).toMatchObject({
      sent: true,
      lost: false,
      response: expect.stringContaining('<Name>Anna</Name>'),
    })
    expect(await lastState()).toBe('completed')
  })

  it('reports that QuickBooks is not open, and recovers when it opens [dp-7.2:APP_NOT_OPEN]', async () => {
    company.switches.applicationClosed = true
    expect(await desktop.exchange(realmId, add, write)).toEqual({ sent: false, reason: 'app-not-open' })
    expect(await lastState()).toBe('cancelled')

    company.switches.applicationClosed = false
    await expect.poll(() => desktop.exchange(realmId, hosts, { kind: 'read' })).toMatchObject({ sent: true })
  })

  it('reports an open dialog [dp-7.2:AGENT_EXECUTION_ERROR]', async () => {
    company.switches.dialogOpen = true
    expect(await desktop.exchange(realmId, add, write)).toMatchObject({
      sent: false,
      reason: 'execution-error',
      error: { hresult: '0x80040414' },
    })
    expect(await lastState()).toBe('cancelled')
  })

  it('treats an interrupted write as lost, since QuickBooks may have applied it [dp-7.2:AGENT_TIMEOUT]', async () => {
    company.switches.lostAnswers = 1
    expect(await desktop.exchange(realmId, add.replace('Anna', 'Lost'), write)).toMatchObject({
      sent: true,
      lost: true,
    })
    expect(await lastState()).toBe('sending')
  })
})
