import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGateway, defaultGatewayConfig } from '@bridge/agent-gateway'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { createChangeFeed, type Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { createTestDatabase } from '@bridge/database/testing'
import { createAgent, memoryResponseLog, simulatedDesktop } from '@bridge/edge-agent'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { createServer, httpServerOptions, serverDefaults } from '@bridge/server'
import { createGatewayDesktop } from '@bridge/server/gateway-desktop'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import type { Integration } from '../library/client.ts'
import { type Books, openBooks } from './books.ts'
import { consent } from './consent.ts'

/** The kinds of realm that every library is tried on. */
export const realmKinds = ['sandbox', 'production'] as const

export type RealmKind = (typeof realmKinds)[number]

/** A running service with a sandbox, and a realm whose company file an agent serves. */
export interface Service {
  readonly realmIds: Readonly<Record<RealmKind, RealmId>>
  /** Returns what an integration needs to connect a realm. */
  integration(realmId: RealmId): Integration
  /** Opens a realm's company file with a token that no library uses. */
  books(realmId: RealmId): Books
  close(): Promise<void>
}

const secret = 'machine-secret-of-the-client-libraries-0123456789'
const logger = pino({ level: 'silent' })
const unlimited = 1_000_000_000
const redirectUri = 'http://localhost:8000/callback'
const realmIds = { sandbox: requireRealmId('1234567890123456'), production: requireRealmId('9876543210987654') }

/** Starts the service on free ports of this machine, with a new database. Rate limits are raised. */
export async function runService(): Promise<Service> {
  const test = await createTestDatabase()
  const { database } = test
  const changes = createChangeFeed(test.url)
  const credentials = await seed(database)

  const gateway = createGateway({
    database,
    changes,
    clock,
    logger,
    config: { ...defaultGatewayConfig, host: '127.0.0.1', port: 0, machineSecret: secret },
  })
  const gatewayUrl = await gateway.listen()
  const agent = createAgent({
    url: gatewayUrl,
    token: credentials.agentToken,
    desktop: simulatedDesktop({
      company: openCompany({ storage: memoryStorage(), clock, random: Math.random }),
      companyFile: 'libraries.qbw',
    }),
    responses: memoryResponseLog(),
    clock,
    random: Math.random,
    logger,
    wait: async () => undefined,
  })

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
  http.on('request', getRequestListener(server.fetch))
  await agent.connected()

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
    books: (realmId) => openBooks(baseUrl, realmId, credentials.accessTokens[realmId] ?? ''),
    async close() {
      http.close()
      http.closeAllConnections()
      await agent.stop()
      await server.close()
      await productionDesktop.close()
      await gateway.close()
      await changes.close()
      await test.drop()
    },
  }
}

function clock() {
  return new Date()
}

/** Creates an organization with both realms, an agent's token, an OAuth client and an access token for each realm. */
async function seed(database: Database) {
  const clientId = mintSecret('svcc_')
  const clientSecret = mintSecret('svcs_')
  const agentToken = mintSecret('svca_')
  await database.organization.create({
    data: {
      name: 'Rock Castle',
      slug: 'rock-castle',
      realms: {
        create: [
          { id: realmIds.sandbox, name: 'Sandbox', kind: 'sandbox' },
          {
            id: realmIds.production,
            name: 'Rock Castle Construction',
            kind: 'production',
            agentTokens: { create: { label: 'agent', tokenHash: hashSecret(agentToken) } },
          },
        ],
      },
      clients: {
        create: { id: clientId, name: 'Library', redirectUris: [redirectUri], secretHash: hashSecret(clientSecret) },
      },
    },
  })
  const accessTokens: Record<string, string> = {}
  const expiresAt = new Date(Date.now() + 24 * 3_600_000)
  for (const realmId of Object.values(realmIds)) {
    const token = mintSecret('svct_')
    await database.connection.create({
      data: {
        clientId,
        realmId,
        scope: 'com.intuit.quickbooks.accounting',
        accessTokens: { create: { tokenHash: hashSecret(token), expiresAt } },
      },
    })
    accessTokens[realmId] = token
  }
  return { clientId, clientSecret, agentToken, accessTokens }
}
