import { setImmediate } from 'node:timers/promises'
import type { Database, Presence } from '@bridge/database'
import { createDatabaseReadiness, type Readiness } from '@bridge/platform/readiness'
import type { Hono } from 'hono'
import { createAgentRelease } from './agent-release/agent-release.ts'
import { createConnectionWatch } from './alerts/connection-watch.ts'
import { type Billing, createBilling } from './billing/billing.ts'
import { createApp } from './create-app.ts'
import { createDataPlane } from './data-plane/data-plane.ts'
import { createCompanyCalendars } from './data-plane/run-report.ts'
import type { Desktop } from './desktop/desktop.ts'
import { createGatewayDesktop } from './desktop/gateway-desktop.ts'
import { createFindDesktop } from './desktop/realm-desktop.ts'
import { createWireTrace } from './desktop/wire-trace.ts'
import { createEntitlement } from './entitlement/entitlement.ts'
import { createClientAddress } from './http/client-address.ts'
import type { Mail } from './mail/mailbox.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createSecurityNotices } from './mail/security-notices.ts'
import { createAccessTokens } from './oauth/access-token.ts'
import { createConnectionNotices } from './oauth/connection-notice.ts'
import { createOAuth } from './oauth/oauth.ts'
import { createOpenApi, type OpenApi } from './openapi/openapi.ts'
import { createPairing } from './pairing/pair.ts'
import { createPortal, type Portal } from './portal/portal.ts'
import { createAdminApi } from './provisioning/admin-api.ts'
import { createBasicGate } from './provisioning/basic-gate.ts'
import { ensureOrganization } from './provisioning/first-organization.ts'
import { createRealmSettings } from './realms/realm-settings.ts'
import { createReplay } from './replay/replay.ts'
import { createRequestLog, type RequestLog } from './request-log/request-log.ts'
import { createRetention } from './retention/retention.ts'
import type { Dependencies } from './runtime/dependencies.ts'
import { createSandboxDesktop } from './sandbox/sandbox-desktop.ts'
import type { SandboxFiles } from './sandbox/sandbox-files.ts'
import { SandboxHosts } from './sandbox/sandbox-hosts.ts'
import { createResealing } from './second-factor/resealing.ts'
import { createLimiters } from './services/limiters.ts'
import type { Services } from './services/services.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'
import { createSignIn, type SignIn } from './sign-in/sign-in.ts'
import { createConnectionUseRecorder } from './usage/connection-use.ts'
import { createUsageCounter } from './usage/usage-counter.ts'

/** The dependencies of a server. The caller closes the database and the change feed. */
export interface ServerOptions extends Omit<Dependencies, 'clock'> {
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
  /** Replaces the processes that host sandboxes. */
  readonly sandboxFiles?: SandboxFiles
  /** Replaces the gateways to production company files. */
  readonly productionDesktop?: Desktop
  /** Replaces the request log in the database. */
  readonly requestLog?: RequestLog
}

/** What the service serves; the portal hides the rest. */
export interface ServedFeatures {
  /** The QuickBooks Web Connector, at `/connector`. */
  readonly webConnector: boolean
  /** The Windows agent's installer, at `/download/agent/windows`. */
  readonly agentDownload: boolean
}

/** The service as one `fetch` handler. */
export interface BridgeServer {
  readonly app: Hono
  /** Handles a request. To be passed to `@hono/node-server`. */
  readonly fetch: Hono['fetch']
  readonly portal: Portal
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly mailer: Mailer
  readonly requestLog: Pick<RequestLog, 'flush'>
  readonly billing: Pick<Billing, 'runJob' | 'isEnabled'>
  /** Returns the development mailbox's emails, if there is one. Only expose to local requests. */
  listMails(): readonly Mail[] | undefined
  /** Returns the document at `/openapi.json`. */
  openApi(): OpenApi
  /** Features shown only where the service serves them. */
  readonly features: ServedFeatures
  /** Returns whether the database cannot be reached at the moment. */
  isDatabaseAway(): boolean
  /** Stops timers, closes connections and stores pending counts. All requests must have ended by then. */
  close(): Promise<void>
}

/** The composition root: creates every part and mounts the surfaces on one app. */
export async function createServer(options: ServerOptions): Promise<BridgeServer> {
  const { config } = options
  const dependencies: Dependencies = { ...options, clock: options.clock ?? (() => new Date()) }
  const agentRelease = await createAgentRelease(config)
  const { limiters, close: closeLimiters } = createLimiters(dependencies)

  const gateway = createGatewayDesktop(dependencies)
  const trace = config.wireTraceDir === undefined ? undefined : createWireTrace(config.wireTraceDir, dependencies)
  const traced = (desktop: Desktop): Desktop => trace?.over(desktop) ?? desktop
  const sandboxHosts = new SandboxHosts(dependencies)
  const sandboxes = createSandboxDesktop(options.sandboxFiles ?? sandboxHosts)
  const findDesktop = createFindDesktop({
    sandbox: traced(sandboxes),
    production: traced(options.productionDesktop ?? gateway),
  })

  const accessTokens = createAccessTokens(dependencies)
  const usage = createUsageCounter(dependencies)
  const connectionUse = createConnectionUseRecorder(dependencies)
  const requestLog = options.requestLog ?? createRequestLog(dependencies)
  const replay = createReplay({ ...dependencies, presence: options.presence })
  const settings = createRealmSettings(dependencies)
  const billing = createBilling({ ...dependencies, fetchDatabase: options.billingDatabase ?? dependencies.database })
  const dataPlane = createDataPlane({
    ...dependencies,
    accessTokens,
    rateLimiter: limiters.restLimiter,
    sandboxLimiter: limiters.sandboxLimiter,
    entitlement: createEntitlement({ ...dependencies, billing }),
    settings,
    findDesktop,
    replay,
    calendars: createCompanyCalendars(),
    usage,
    connectionUse,
    requestLog,
  })
  const mailer = createMailer(dependencies)
  const securityNotices = createSecurityNotices({ ...dependencies, mailer })
  const services: Services = {
    ...dependencies,
    ...limiters,
    clientAddress: createClientAddress(config.trustProxy),
    billing,
    sandboxes,
    findDesktop,
    mailer,
    securityNotices,
    sessions: createSessions(dependencies),
    userCalls: dataPlane,
    requestLog,
  }
  const connectionWatch = createConnectionWatch(services)
  const retention = createRetention(services)
  const resealing = createResealing(services)
  const connectionNotices = createConnectionNotices(services)
  const signIn = createSignIn({ ...services, ensureOrganization: (user) => ensureOrganization(services, user) })
  const portal = createPortal(services)
  let description: OpenApi | undefined
  // Created on first use, because it takes a moment and most servers never need it.
  const getOpenApi = () => {
    description ??= createOpenApi(config.baseUrl)
    return description
  }
  const app = createApp(
    {
      dataPlane: dataPlane.handle,
      oauth: createOAuth({ ...services, accessTokens, connectionNotices }),
      pairing: createPairing(services),
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
    fetch: app.fetch,
    portal,
    signIn,
    sessions: services.sessions,
    mailer: services.mailer,
    requestLog,
    billing,
    listMails: () => services.mailer.mailbox?.list(),
    openApi: getOpenApi,
    isDatabaseAway: () => !options.changes.isConnected(),
    features: {
      webConnector: options.servesWebConnector ?? false,
      agentDownload: agentRelease.hasInstaller,
    },
    async close() {
      portal.endStreams()
      // Calls are recorded in the turn after they ended.
      await setImmediate()
      accessTokens.close()
      settings.close()
      replay.close()
      await billing.close()
      await gateway.close()
      sandboxHosts.close()
      await connectionWatch.close()
      await retention.close()
      await resealing.close()
      await connectionNotices.close()
      await securityNotices.close()
      await usage.close()
      await connectionUse.close()
      await requestLog.close()
      await trace?.close()
      await closeLimiters()
    },
  }
}
