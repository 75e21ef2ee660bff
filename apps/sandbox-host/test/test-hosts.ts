import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { SandboxFiles } from '@bridge/data-plane/sandbox/sandbox-files'
import { SandboxHosts } from '@bridge/data-plane/sandbox/sandbox-hosts'
import { createTestDatabase } from '@bridge/database/testing'
import { branch, childText, leaf, parseMessageSetResponse, serializeMessageSet } from '@bridge/qbxml'
import { pino } from 'pino'
import { SandboxHost } from '../src/host.ts'

export const machineSecret = 'machine-secret-of-the-tests-0123456789'
const logger = pino({ level: 'silent' })

function clock() {
  return new Date()
}

/** Opens a database for hosts and servers. */
export async function openTestHosts() {
  const test = await createTestDatabase()
  const { database } = test
  const { id: orgId } = await database.organization.create({ data: { name: 'Acme', slug: 'acme' } })
  const closes: (() => unknown)[] = []
  let realms = 0
  return {
    database,
    databaseUrl: test.url,
    orgId,
    /** Creates a sandbox with empty books. */
    async createSandbox(): Promise<RealmId> {
      realms += 1
      const id = requireRealmId(String(1_000_000_000_000_000 + realms))
      const sandboxCompany = { create: { template: 'empty' } }
      await database.realm.create({ data: { id, orgId, name: 'Sandbox', kind: 'sandbox', sandboxCompany } })
      return id
    },
    async startHost({ maxRecords = 10_000 } = {}): Promise<SandboxHost> {
      const config = { host: '127.0.0.1', port: 0, machineSecret, maxRecords }
      const host = new SandboxHost({ database, clock, logger, config })
      await host.listen()
      closes.push(() => host.close())
      return host
    },
    /** Connects a server. */
    connect(): SandboxHosts {
      const hosts = new SandboxHosts({ database, clock, logger, config: { machineSecret, agentTimeoutMs: 10_000 } })
      closes.push(() => hosts.close())
      return hosts
    },
    async stop(): Promise<void> {
      for (const close of closes.splice(0).reverse()) await close()
      await test.drop()
    },
  }
}

export type TestHosts = Awaited<ReturnType<typeof openTestHosts>>

/** Returns a message set adding a customer. */
export function formatAdd(name: string, newMessageSetId?: string): string {
  const request = branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', name)])])
  return serializeMessageSet({
    requests: [request],
    onError: 'stopOnError',
    ...(newMessageSetId !== undefined && { newMessageSetId }),
  })
}

/** Adds a customer. */
export function add(files: SandboxFiles, realmId: RealmId, name: string, newMessageSetId?: string) {
  return files.exchange(realmId, formatAdd(name, newMessageSetId), { kind: 'write' })
}

/** Reads the customers' names. */
export async function listCustomers(files: SandboxFiles, realmId: RealmId): Promise<readonly (string | undefined)[]> {
  const text = serializeMessageSet({ requests: [branch('CustomerQueryRq', [])], onError: 'stopOnError' })
  const outcome = await files.exchange(realmId, text, { kind: 'read' })
  if (!outcome.sent || outcome.lost) throw new Error(`The query has no response: ${outcome.reason}.`)
  const [response] = parseMessageSetResponse(String(outcome.response)).responses
  return (response?.elements ?? []).map((element) => childText(element, 'Name'))
}
