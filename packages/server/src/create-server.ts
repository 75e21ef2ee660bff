import type { RealmId } from '@bridge/agent-protocol'
import {
  createAgentRelease,
  type InstallerInfo,
  type OfferedRelease,
} from '@bridge/control-plane/agent-release/agent-release'
import { type Billing, createBilling } from '@bridge/control-plane/billing/billing'
import { createPairing } from '@bridge/control-plane/pairing/pair'
import { createPortal, type Portal } from '@bridge/control-plane/portal/portal'
import { createAdminApi } from '@bridge/control-plane/provisioning/admin-api'
import { createBasicGate } from '@bridge/control-plane/provisioning/basic-gate'
import { createFirstOrganizations } from '@bridge/control-plane/provisioning/first-organization'
import { createLimiters } from '@bridge/control-plane/services/limiters'
import type { Services } from '@bridge/control-plane/services/services'
import { createTruthReports } from '@bridge/control-plane/truth/receive-report'
import type { ChangePoller } from '@bridge/data-plane/change-polls/change-poller'
import type { Proposals } from '@bridge/data-plane/proposals/proposals'
import type { RequestLog } from '@bridge/data-plane/request-log/request-log'
import type { Database, Presence } from '@bridge/database'
import type { Mail } from '@bridge/identity/mail/mailbox'
import { createMailer, type Mailer } from '@bridge/identity/mail/mailer'
import { createSecurityNotices } from '@bridge/identity/mail/security-notices'
import type { ConnectionNotices } from '@bridge/identity/oauth/connection-notice'
import { createOAuth } from '@bridge/identity/oauth/oauth'
import { createSessions, type Sessions } from '@bridge/identity/sessions/sessions'
import { createSignIn, type SignIn } from '@bridge/identity/sign-in/sign-in'
import type { McpOptions } from '@bridge/mcp/mcp'
import { createClientAddress } from '@bridge/platform/client-address'
import type { Dependencies } from '@bridge/platform/dependencies'
import { isLoopback } from '@bridge/platform/loopback'
import { OutgoingClient } from '@bridge/platform/outgoing-client'
import { createDatabaseReadiness, type Readiness } from '@bridge/platform/readiness'
import type { Hono } from 'hono'
import { createApp } from './create-app.ts'
import { createBackground } from './create-background.ts'
import { type Calls, createCalls } from './create-calls.ts'
import { createDesktops, type DesktopReplacements } from './create-desktops.ts'
import { createMcpEndpoint } from './create-mcp-endpoint.ts'
import { createOpenApi, type OpenApi } from './openapi/openapi.ts'

/** The dependencies of a server. The caller closes the database and the change feed. */
export interface ServerOptions extends Omit<Dependencies, 'clock'>, DesktopReplacements {
  /** Defaults to the system clock. */
  readonly clock?: () => Date
  /** Shows other servers that this one lives. Without it, they take over its writes after 15 s. */
  readonly presence?: Presence
  /** Whether the server can serve requests; by default whether its database responds. */
  readonly readiness?: Readiness
  /** A pool for transactions waiting for Stripe; by default the database. */
  readonly billingDatabase?: Database
  /** Whether Web Connector calls are passed on to a gateway; false by default. */
  readonly servesWebConnector?: boolean
  /** Replaces what sends requests to addresses that users chose. */
  readonly outgoing?: Services['outgoing']
  /** Replaces the request log in the database. */
  readonly requestLog?: RequestLog
  /** Replaces who may call the tools of MCP hosts, and the tools. */
  readonly mcp?: Pick<McpOptions, 'authentication' | 'modes' | 'tools'>
}

/** What the service serves; the portal hides the rest. */
export interface ServedFeatures {
  /** The QuickBooks Web Connector, at `/connector`. */
  readonly webConnector: boolean
}

/** The service as one `fetch` handler. */
export interface BridgeServer {
  readonly app: Hono
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
  /** The address of a link to the operator, `mailto:` or a page, if the deployment names one. */
  readonly supportContact: string | undefined
  /** Handles a request. To be passed to `@hono/node-server`. */
  readonly fetch: Hono['fetch']
  readonly portal: Portal
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly mailer: Mailer
  readonly requestLog: Pick<RequestLog, 'flush'>
  /** Looks for changes in company files, as the server does on its own. */
  readonly changePoller: Pick<ChangePoller, 'run'>
  /** Writes that MCP hosts propose. */
  readonly proposals: Proposals
  readonly billing: Pick<Billing, 'runJob' | 'isEnabled'>
  /** Returns the development mailbox's emails, if there is one. Only expose to local requests. */
  listMails(): readonly Mail[] | undefined
  /** Returns the document at `/openapi.json`. */
  openApi(): OpenApi
  /** Features shown only where the service serves them. */
  readonly features: ServedFeatures
  /** Returns the Windows agent's release that agents are offered now. */
  findAgentRelease(): Promise<OfferedRelease | undefined>
  /** Returns the Windows agent's installer, which `/download/agent/windows` sends; `undefined` without one. */
  findInstaller(): Promise<InstallerInfo | undefined>
  /** Returns whether the database cannot be reached at the moment. */
  isDatabaseAway(): boolean
  /** Stops timers, closes connections and stores pending counts. All requests must have ended by then. */
  close(): Promise<void>
}

/** The composition root: creates every part and mounts the surfaces on one app. */
export async function createServer(options: ServerOptions): Promise<BridgeServer> {
  const { config, presence, requestLog } = options
  const dependencies: Dependencies = { ...options, clock: options.clock ?? (() => new Date()) }
  const agentRelease = await createAgentRelease(config)
  const { limiters, close: closeLimiters } = createLimiters(dependencies)
  const { sandboxes, findDesktop, close: closeDesktops } = createDesktops(dependencies, options)
  const billing = createBilling({ ...dependencies, fetchDatabase: options.billingDatabase ?? dependencies.database })
  const calls = createCalls(dependencies, { billing, findDesktop, limiters, presence, requestLog })
  const mails = createMails(dependencies)
  const services: Services = {
    ...dependencies,
    ...limiters,
    clientAddress: createClientAddress(config.trustProxy),
    billing,
    sandboxes,
    findDesktop,
    findInstaller: agentRelease.findInstaller,
    ...mails,
    sessions: createSessions(dependencies),
    outgoing: options.outgoing ?? new OutgoingClient({ allowsLoopback: isLoopback(config.baseUrl) }),
    userCalls: calls.dataPlane,
    proposals: calls.proposals,
    requestLog: calls.requestLog,
  }
  const { connectionNotices, close: closeBackground } = createBackground(services)
  const signIn = createSignIn({ ...services, ...createFirstOrganizations(services) })
  const portal = createPortal(services)
  const mcpEndpoint = createMcpEndpoint({ ...services, proposals: calls.proposals }, options.mcp)
  const getOpenApi = describeOnFirstUse(config.baseUrl)
  const app = createApp(
    {
      dataPlane: calls.dataPlane.handle,
      mcp: mcpEndpoint.routes,
      oauth: createOAuthRoutes(services, calls, connectionNotices),
      pairing: createPairing(services),
      truthReports: createTruthReports(services),
      agentRelease: agentRelease.routes,
      portal: portal.routes,
      signIn: signIn.routes,
      gate: createBasicGate(services),
      openApi: getOpenApi,
      webhook: billing.webhook,
      admin: createAdminApi(services),
    },
    dependencies,
    options.readiness ?? createDatabaseReadiness(dependencies.database),
  )
  return {
    app,
    baseUrl: config.baseUrl,
    supportContact: config.supportContact,
    fetch: app.fetch,
    portal,
    signIn,
    sessions: services.sessions,
    mailer: services.mailer,
    requestLog: calls.requestLog,
    changePoller: calls.changePoller,
    proposals: calls.proposals,
    billing,
    listMails: () => services.mailer.mailbox?.list(),
    openApi: getOpenApi,
    isDatabaseAway: () => !options.changes.isConnected(),
    features: { webConnector: options.servesWebConnector ?? false },
    findAgentRelease: agentRelease.findOffered,
    findInstaller: agentRelease.findInstaller,
    async close() {
      portal.endStreams()
      await mcpEndpoint.close()
      await calls.stop()
      await billing.close()
      await closeDesktops()
      await closeBackground()
      await mails.securityNotices.close()
      await calls.close()
      await closeLimiters()
    },
  }
}

function createOAuthRoutes(
  services: Services,
  { accessTokens, proposals }: Calls,
  connectionNotices: ConnectionNotices,
) {
  const findMcpMode = async (realmId: RealmId) => (await proposals.findMode(realmId)).mode
  return createOAuth({ ...services, accessTokens, connectionNotices, findMcpMode })
}

function createMails(dependencies: Dependencies) {
  const mailer = createMailer(dependencies)
  return { mailer, securityNotices: createSecurityNotices({ ...dependencies, mailer }) }
}

/** Returns the API description, which takes a moment to create and which most servers never need. */
function describeOnFirstUse(baseUrl: string): () => OpenApi {
  let description: OpenApi | undefined
  return () => {
    description ??= createOpenApi(baseUrl)
    return description
  }
}
