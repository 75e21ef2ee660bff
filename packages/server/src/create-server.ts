import type { Hono } from 'hono'
import { createApp, isServerPath } from './create-app.ts'
import { createDataPlane } from './data-plane/pipeline.ts'
import type { Dependencies } from './dependencies.ts'
import type { Desktop } from './desktop/desktop.ts'
import { createGatewayDesktop } from './desktop/gateway-desktop.ts'
import { createDesktopOf } from './desktop/realm-desktop.ts'
import { createWireTrace } from './desktop/wire-trace.ts'
import { createEntitlement } from './entitlement/entitlement.ts'
import { createClientAddress } from './http/client-address.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createAccessTokens } from './oauth/access-token.ts'
import { createOAuth } from './oauth/oauth.ts'
import { createOpenApi, type OpenApi } from './openapi/openapi.ts'
import { createPortal, type Portal } from './portal/portal.ts'
import { createAdminApi } from './provisioning/admin-api.ts'
import { createBasicGate } from './provisioning/basic-gate.ts'
import { createRealmSettings } from './realms/realm-settings.ts'
import { createReplay } from './replay/replay.ts'
import { createRequestLog, type RequestLog } from './request-log/request-log.ts'
import { createSandboxDesktop } from './sandbox/sandbox-desktop.ts'
import { createUsageCounter } from './usage/usage-counter.ts'

/** What a server is made of; closing the database and the change feed stays with their owner. */
export interface ServerOptions extends Omit<Dependencies, 'clock'> {
  /** The time; the machine's without it. */
  readonly clock?: () => Date
  /** A number from 0 (included) to 1 (excluded); `Math.random` without it. */
  readonly random?: () => number
  /** Stands in for the way through the gateways to production company files. */
  readonly productionDesktop?: Desktop
  /** Stands in for the log that keeps the requests of the data plane in the database. */
  readonly requestLog?: RequestLog
}

/** Everything that acts, behind one `fetch`. */
export interface BridgeServer {
  readonly app: Hono
  /** Answers a request; hand it to `@hono/node-server`. */
  readonly fetch: Hono['fetch']
  /** What the pages need: sign-in, and the portal's procedures in this process. */
  readonly portal: Portal
  readonly requestLog: Pick<RequestLog, 'flush'>
  /** The description of every surface, as `/openapi.json` answers it. */
  openApi(): OpenApi
  /** Whether the path (without its query) is answered here; everything else belongs to the pages. */
  serves(path: string): boolean
  /** Ends timers and connections and stores what was counted; requests must have ended before. */
  close(): Promise<void>
}

const dayMs = 24 * 60 * 60 * 1000

/** The composition root: hands every part what it needs and mounts the surfaces on one app. */
export async function createServer(options: ServerOptions): Promise<BridgeServer> {
  const { config, random = Math.random } = options
  const dependencies: Dependencies = { ...options, clock: options.clock ?? (() => new Date()) }
  const limiter = (name: string, limit: number, windowMs?: number) =>
    createRateLimiter({ ...dependencies, name, limit, ...(windowMs === undefined ? {} : { windowMs }) })
  const restLimiter = limiter('rest', config.restRequestsPerMinute)
  const oauthLimiter = limiter('oauth', config.oauthRequestsPerMinute)
  const signInLimiter = limiter('sign-in', config.signInRequestsPerMinute)
  const sandboxLimiter = limiter('sandbox-day', config.sandboxCallsPerDay, dayMs)
  const invitationLimiter = limiter('invitation-day', config.invitationsPerDay, dayMs)
  const apiKeyLimiter = limiter('api-key', config.apiKeyRequestsPerMinute)

  const gateway = createGatewayDesktop(dependencies)
  const trace = config.wireTraceDir === undefined ? undefined : createWireTrace(config.wireTraceDir, dependencies)
  const traced = (desktop: Desktop): Desktop => trace?.over(desktop) ?? desktop
  const sandboxes = createSandboxDesktop({ ...dependencies, random })
  const desktopOf = createDesktopOf({
    sandbox: traced(sandboxes),
    production: traced(options.productionDesktop ?? gateway),
  })

  const clientAddress = createClientAddress(config.trustProxy)
  const accessTokens = createAccessTokens(dependencies)
  const usage = createUsageCounter(dependencies)
  const requestLog = options.requestLog ?? createRequestLog(dependencies)
  const replay = createReplay(dependencies)
  const settings = createRealmSettings(dependencies)
  const counted = { sandboxLimiter, sandboxes, invitationLimiter }
  const portal = createPortal({ ...dependencies, ...counted, signInLimiter, clientAddress })
  let description: OpenApi | undefined
  // It takes a moment to make, and most servers are never asked for it.
  const describeOnce = () => {
    description ??= createOpenApi(config.baseUrl)
    return description
  }
  const app = createApp(
    {
      dataPlane: createDataPlane({
        ...dependencies,
        accessTokens,
        rateLimiter: restLimiter,
        sandboxLimiter,
        entitlement: createEntitlement(dependencies),
        settings,
        desktopOf,
        replay,
        usage,
        requestLog,
      }),
      oauth: createOAuth({
        ...dependencies,
        accessTokens,
        rateLimiter: oauthLimiter,
        clientAddress,
        signedInMember: portal.signedInMember,
      }),
      portal: portal.routes,
      signIn: portal.authRoutes,
      gate: createBasicGate({ ...dependencies, signInLimiter, clientAddress }),
      openApi: describeOnce,
      admin: createAdminApi({
        ...dependencies,
        ...counted,
        apiKeyLimiter,
        clientAddress,
        sessions: portal.sessions,
        mailer: portal.mailer,
      }),
    },
    dependencies,
  )

  return {
    app,
    fetch: app.fetch,
    portal,
    requestLog,
    openApi: describeOnce,
    serves: isServerPath,
    async close() {
      accessTokens.close()
      settings.close()
      replay.close()
      await gateway.close()
      await usage.close()
      await requestLog.close()
      await trace?.close()
      const limiters = [restLimiter, oauthLimiter, signInLimiter, sandboxLimiter, invitationLimiter, apiKeyLimiter]
      for (const each of limiters) await each.close()
    },
  }
}
