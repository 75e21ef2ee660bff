import type { AgentRelease } from '@bridge/control-plane/agent-release/agent-release'
import type { BasicGate } from '@bridge/control-plane/provisioning/basic-gate'
import { isDatabaseUnavailable } from '@bridge/database'
import { accessLog } from '@bridge/platform/access-log'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Readiness } from '@bridge/platform/readiness'
import { unavailableSeconds } from '@bridge/platform/to-problem'
import { traceId } from '@bridge/platform/trace-id'
import { type Handler, Hono } from 'hono'
import type { OpenApi } from './openapi/openapi.ts'
import { serveOpenApi } from './openapi/serve-openapi.ts'
import { serveSecurityTxt } from './security-txt.ts'

/** The service's surfaces. Each has its own error format. */
export interface Surfaces {
  readonly dataPlane: Handler
  /** Tools of MCP hosts, mounted at `/mcp`. */
  readonly mcp: Hono
  /** Mounted at the root for `/oauth2`, QBO's paths and `/.well-known`. */
  readonly oauth: Hono
  /** Mounted at the root for `/download/agent` and `/agent/updates`. */
  readonly agentRelease: AgentRelease['routes']
  /** Redeems pairing codes. */
  readonly pairing: Hono
  /** Receives reports about QuickBooks from agents. */
  readonly truthReports: Hono
  readonly portal: Hono
  readonly signIn: Hono
  readonly admin: Hono
  /** Receives Stripe's events. */
  readonly webhook: Hono
  /** Protects `signIn` and `admin`. */
  readonly gate: BasicGate
  /** Returns the document at `/openapi.json`. */
  readonly openApi: () => OpenApi
}

/** Mounts every surface on one app. */
export function createApp(
  {
    dataPlane,
    mcp,
    oauth,
    pairing,
    truthReports,
    agentRelease,
    portal,
    signIn,
    admin,
    webhook,
    gate,
    openApi,
  }: Surfaces,
  {
    config,
    clock,
    logger,
    metrics,
    tracing,
  }: Pick<Dependencies, 'config' | 'clock' | 'logger' | 'metrics' | 'tracing'>,
  readiness: Readiness,
): Hono {
  const app = new Hono()
  for (const path of ['/v3/*', '/entitlements']) app.all(path, dataPlane)
  app.use(traceId)
  app.get('/openapi.json', serveOpenApi(openApi))
  app.get('/.well-known/security.txt', serveSecurityTxt({ config, clock }))
  app.get('/healthz', (context) => context.json({ ok: true }))
  app.get('/readyz', async (context) => {
    const reason = await readiness.check()
    if (reason === undefined) return context.json({ ok: true, db: 'ok' })
    return context.json({ ok: false, db: 'error', reason }, 503)
  })
  const oauthPaths = ['/oauth2/*', '/v2/oauth2/*', '/v1/openid_connect/*']
  for (const path of ['/mcp/*', '/trpc/*', '/admin/v1/*', '/billing/v1/*', ...oauthPaths, '/agent/*', '/download/*'])
    app.use(path, accessLog({ logger, tracing, ...(metrics && { metrics }) }))
  app.route('/mcp', mcp)
  app.route('/trpc', portal)
  app.use('/admin/v1/auth/*', gate.forEveryone)
  app.use('/admin/v1/*', gate.unlessKey)
  app.route('/admin/v1/auth', signIn)
  app.route('/admin/v1', admin)
  app.route('/billing/v1', webhook)
  app.route('/agent/pair', pairing)
  app.route('/agent/truth', truthReports)
  app.route('/', agentRelease)
  app.route('/', oauth)
  app.notFound((context) => context.text('Not found', 404))
  app.onError((error, context) => {
    const entry = { traceId: context.get('traceId'), method: context.req.method, path: context.req.path }
    logger.error({ ...entry, err: error }, 'The request failed unexpectedly.')
    if (!isDatabaseUnavailable(error)) return context.text('Internal error', 500)
    return context.text('The service is temporarily unavailable.', 503, { 'Retry-After': String(unavailableSeconds) })
  })
  return app
}
