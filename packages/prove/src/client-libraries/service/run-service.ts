import type { RealmId } from '@bridge/agent-protocol'
import { serializeQwcFile } from '@bridge/control-plane/provisioning/qwc-file'
import { sandboxFaultsSchema } from '@bridge/data-plane/sandbox/faults'
import { createSandboxDesktop } from '@bridge/data-plane/sandbox/sandbox-desktop'
import { SandboxHosts } from '@bridge/data-plane/sandbox/sandbox-hosts'
import type { Template } from '@bridge/emulator'
import { startService } from '@bridge/harness/start-service'
import { pino } from 'pino'
import type { AppSettings, Integration } from '../library/client.ts'
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
  /** Gives the app of all integrations these settings, and takes away all others. */
  configureApp(settings: AppSettings): Promise<void>
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

const noProblems = { applicationClosed: false, companyFileClosed: false, dialogOpen: false, lostAnswers: 0 }

/** How long a Web Connector update stays open without work. Short, to give each problem a new update. */
const connectorIdleMs = 250

/** Starts the service on free local ports, with a new database. */
export async function runService({ template }: ServiceOptions = {}): Promise<Service> {
  const service = await startService({ gateway: { connectorIdleMs }, sandboxHost: true })
  const { database, config, origin: baseUrl } = service
  const credentials = await seed(database, template ?? 'sample')
  const sandboxHosts = new SandboxHosts({
    database,
    clock: () => new Date(),
    config,
    logger: pino({ level: 'silent' }),
  })
  const sandboxes = createSandboxDesktop(sandboxHosts)
  const { userName, password, ownerId, fileId } = credentials.connector
  const qwcFile = serializeQwcFile({
    // The Web Connector refuses an IP address.
    baseUrl: baseUrl.replace('127.0.0.1', 'localhost'),
    realmId: realmIds.connector,
    realmName: 'Larry’s Landscaping',
    userName,
    ownerId,
    fileId,
  })
  const agent = await serveByAgent(baseUrl, credentials.agentToken, template ?? 'empty')
  const connector = await serveByConnector(qwcFile, password, template ?? 'empty')
  const served = { agent, connector }
  await connector.connected()

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
    configureApp: async (settings) => {
      const data = { responseFormat: 'json', ids: 'text', ...settings } as const
      await database.oAuthClient.update({ where: { id: credentials.clientId }, data })
      // Tokens are cached with their app's settings.
      const cleared = Promise.withResolvers<void>()
      const unsubscribe = service.changes.subscribe('tokens', cleared.resolve)
      await service.changes.publish('tokens')
      await cleared.promise
      unsubscribe()
    },
    books: (realmId) => openBooks(baseUrl, realmId, credentials.accessTokens[realmId] ?? ''),
    setProblems: async (kind, problems) => {
      const all = { ...noProblems, ...problems }
      if (kind === 'sandbox') await sandboxes.setFaults(realmIds.sandbox, sandboxFaultsSchema.parse(all))
      else await served[kind].setProblems(all)
    },
    async close() {
      await connector.stop()
      await agent.stop()
      sandboxHosts.close()
      await service.close()
    },
  }
}
