import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultGatewayConfig, Gateway } from '@bridge/agent-gateway'
import type { RealmId } from '@bridge/agent-protocol'
import { printQwcFile } from '@bridge/control-plane/provisioning/qwc-file'
import { createGatewayDesktop } from '@bridge/data-plane/desktop/gateway-desktop'
import { sandboxFaultsSchema } from '@bridge/data-plane/sandbox/faults'
import { createSandboxDesktop } from '@bridge/data-plane/sandbox/sandbox-desktop'
import { SandboxHosts } from '@bridge/data-plane/sandbox/sandbox-hosts'
import { createChangeFeed } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import type { Template } from '@bridge/emulator'
import { SandboxHost } from '@bridge/sandbox-host'
import { createConnectorPassthrough, createServer, httpServerOptions, serverDefaults } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import type { Integration } from '../library/client.ts'
import { type Books, openBooks } from './books.ts'
import { type DesktopProblems, serveByAgent, serveByConnector } from './company-file.ts'
import { consent } from './consent.ts'
import { type RealmKind, realmIds, redirectUri, seed } from './seed.ts'

export { type RealmKind, realmKinds } from './seed.ts'

/** A running service with a realm of each kind: a sandbox, and company files behind an agent and a Web Connector. */
export interface Service {
  readonly realmIds: Readonly<Record<RealmKind, RealmId>>
  /** Returns what an integration needs to connect a realm. */
  integration(realmId: RealmId): Integration
  /** Opens a realm's company file with a token unused by the libraries. */
  books(realmId: RealmId): Books
  /** Gives QuickBooks these problems, and takes away all others. */
  setProblems(kind: RealmKind, problems: DesktopProblems): Promise<void>
  close(): Promise<void>
}

interface ServiceOptions {
  /** The company files' content; by default the sandbox has the sample company, and the others are empty. */
  readonly template?: Template
}

const secret = 'machine-secret-of-the-client-libraries-0123456789'
const logger = pino({ level: 'silent' })
const unlimited = 1_000_000_000
const noProblems = { applicationClosed: false, companyFileClosed: false, dialogOpen: false, lostAnswers: 0 }

/** How long a Web Connector update stays open without work. Short, to give each problem a new update. */
const connectorIdleMs = 250

function clock() {
  return new Date()
}

/** Starts the service on free local ports, with a new database. Rate limits are raised. */
export async function runService({ template }: ServiceOptions = {}): Promise<Service> {
  const test = await createTestDatabase()
  const { database } = test
  const changes = createChangeFeed(test.url)
  const credentials = await seed(database, template ?? 'sample')

  const gateway = new Gateway({
    database,
    changes,
    clock,
    logger,
    config: { ...defaultGatewayConfig, connectorIdleMs, host: '127.0.0.1', port: 0, machineSecret: secret },
  })
  const gatewayUrl = await gateway.listen()
  const sandboxHost = new SandboxHost({
    database,
    clock,
    logger,
    config: { host: '127.0.0.1', port: 0, machineSecret: secret, maxRecords: serverDefaults.sandboxRecordsMax },
  })
  await sandboxHost.listen()

  const http = createHttpServer(httpServerOptions)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const config = {
    ...serverDefaults,
    baseUrl,
    machineSecret: secret,
    sessionSecret: secret,
    restRequestsPerMinute: unlimited,
    oauthRequestsPerMinute: unlimited,
    sandboxCallsPerDay: unlimited,
  }
  const productionDesktop = createGatewayDesktop({ database, clock, config, logger })
  const server = await createServer({ database, changes, logger, config, productionDesktop })
  const handle = getRequestListener(server.fetch)
  const connectors = createConnectorPassthrough({ gatewayUrl, baseUrl })
  http.on('request', (request, response) => {
    if (!connectors.pass(request, response)) void handle(request, response)
  })
  const sandboxHosts = new SandboxHosts({ database, clock, config, logger })
  const sandboxes = createSandboxDesktop(sandboxHosts)

  const { userName, password, fileId } = credentials.connector
  const qwcFile = printQwcFile({
    baseUrl,
    realmId: realmIds.connector,
    realmName: 'Larry’s Landscaping',
    userName,
    fileId,
  })
  const agent = serveByAgent(gatewayUrl, credentials.agentToken, template ?? 'empty')
  const connector = await serveByConnector(qwcFile, password, template ?? 'empty')
  const served = { agent, connector }
  await Promise.all([agent.connected(), connector.connected()])
  const books = (realmId: RealmId) => openBooks(baseUrl, realmId, credentials.accessTokens[realmId] ?? '')

  return {
    realmIds,
    integration: (realmId) => ({
      baseUrl,
      realmId,
      clientId: credentials.clientId,
      clientSecret: credentials.clientSecret,
      redirectUri,
      consent: (authorizeUrl) => consent(authorizeUrl, realmId),
    }),
    books,
    setProblems: async (kind, problems) => {
      const all = { ...noProblems, ...problems }
      if (kind === 'sandbox') await sandboxes.setFaults(realmIds.sandbox, sandboxFaultsSchema.parse(all))
      else await served[kind].setProblems(all)
    },
    async close() {
      http.close()
      await connector.stop()
      http.closeAllConnections()
      await agent.stop()
      await server.close()
      await productionDesktop.close()
      await gateway.close()
      sandboxHosts.close()
      await sandboxHost.close()
      await changes.close()
      await test.drop()
    },
  }
}
