import { Fault } from '@bridge/faults'
import type { Context } from 'hono'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import type { Entitlement } from '../entitlement/entitlement.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import type { RateDecision, RateLimiter } from '../http/rate-limit.ts'
import { toTraceId } from '../http/trace-id.ts'
import type { AccessTokens } from '../oauth/access-token.ts'
import type { Grant } from '../oauth/grant.ts'
import type { RealmSettings } from '../realms/realm-settings.ts'
import type { Replay } from '../replay/replay.ts'
import { type CallTrace, traceDesktop } from '../request-log/call-trace.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { ConnectionUseRecorder } from '../usage/connection-use.ts'
import type { UsageCounter } from '../usage/usage-counter.ts'
import { admitToSandbox, requireWithinLimit } from './admission.ts'
import { authenticate, authorize } from './authenticate.ts'
import { openCompanyFile } from './operations/company-file.ts'
import { isEntitlementsPath, parsePath } from './parse-path.ts'
import { parseRoute } from './parse-route.ts'
import { readBody } from './read-body.ts'
import { faultResponse, type HttpResponse, rateLimitHeaders, toResponse } from './response.ts'
import { runRequest } from './run-request.ts'
import { createSteps } from './steps.ts'

/** Dependencies of the data plane. */
export interface DataPlane extends Pick<Dependencies, 'clock' | 'logger' | 'config'> {
  readonly accessTokens: AccessTokens
  /** Counts a realm's requests per minute. */
  readonly rateLimiter: RateLimiter
  /** Counts a sandbox's requests per UTC day. */
  readonly sandboxLimiter: RateLimiter
  readonly entitlement: Entitlement
  readonly settings: RealmSettings
  readonly findDesktop: FindDesktop
  readonly replay: Replay
  readonly usage: UsageCounter
  readonly connectionUse: ConnectionUseRecorder
  readonly requestLog: RequestLog
}

/** A call to the data plane before its first step. */
interface Call {
  readonly context: Context
  readonly startedAt: number
  /** `X-Request-Id` of the response. */
  readonly traceId: string
}

/** A finished call with the results of the steps that it reached. */
interface ReachedCall extends Call {
  readonly grant?: Grant
  /** The `requestid` as it was sent. */
  readonly requestId?: string | undefined
  readonly rate?: RateDecision
  readonly keepsBodies?: boolean
  readonly body?: string
  readonly connection?: { readonly trace: CallTrace }
}

/** Creates the handler of `/entitlements` and of everything below `/v3`. */
export function createDataPlane(plane: DataPlane) {
  const { clock, config } = plane
  const docsUrl = `${config.baseUrl}/docs/errors`

  const steps = createSteps<Call>()
    .step('path', ({ context }) => parsePath(context.req.url))
    .step('grant', ({ context }) => authenticate(plane.accessTokens, context.req.header('authorization')))
    .step('parameters', ({ context }) => parseQueryParameters(context.req.url))
    .step('requestId', ({ parameters }) => parameters.get('requestid')?.[0])
    .step('rate', ({ grant }) => plane.rateLimiter.consume(grant.realmId))
    .check('rate limit', ({ rate }) => requireWithinLimit(rate))
    .step('realmId', ({ grant, path }) => authorize(grant, path.realmId))
    .check('entitlement', ({ grant, path }) =>
      isEntitlementsPath(path) ? undefined : plane.entitlement.require(grant),
    )
    .check('sandbox limit', ({ grant }) => admitToSandbox(plane.sandboxLimiter, grant))
    .step('settings', ({ realmId }) => plane.settings.get(realmId))
    .step('keepsBodies', ({ grant, settings }) => settings.logsBodies || grant.realmKind === 'sandbox')
    .step('route', ({ context, path, parameters, settings }) =>
      parseRoute({
        method: context.req.method,
        segments: path.segments,
        parameters,
        entities: settings.entities,
        time: clock(),
      }),
    )
    .step('body', ({ context, route }) => (route.readsBody ? readBody(context.req.raw, config.bodyBytesMax) : ''))
    .step('request', ({ route, body }) => route.parse(body))
    .step('connection', ({ grant, keepsBodies }) => traceDesktop(plane.findDesktop(grant), keepsBodies))
    .step('company', ({ realmId, connection, settings }) =>
      openCompanyFile({ realmId, desktop: connection.desktop, entities: settings.entities }),
    )
    .step('result', (call) =>
      runRequest(plane, {
        request: call.request,
        company: call.company,
        grant: call.grant,
        docsUrl,
        toFault: (error) => toFault(plane, call, 'result', error),
      }),
    )
    .step('response', ({ result }) => toResponse(result, docsUrl))

  return async (context: Context): Promise<Response> => {
    const traceId = toTraceId(context.req.header('x-request-id'))
    const end = await steps.run({ context, startedAt: performance.now(), traceId })
    const response = end.isComplete
      ? end.results.response
      : faultResponse(toFault(plane, end.results, end.step, end.error), clock(), docsUrl)
    record(plane, end.results, response)
    const headers = {
      ...response.headers,
      ...rateLimitHeaders(end.results.rate ?? unusedWindow(plane)),
      'X-Request-Id': traceId,
    }
    // Avoids `context.body`, which copies the headers of every response one by one.
    return new Response(response.body, { status: response.status, headers })
  }
}

/** Returns the fault to show for an error. Logs an unexpected error, whose details the fault omits. */
function toFault({ logger }: DataPlane, { traceId, grant }: ReachedCall, step: string, error: unknown): Fault {
  if (error instanceof Fault) return error
  logger.error({ err: error, traceId, realm: grant?.realmId, step }, 'The request failed unexpectedly')
  return new Fault(
    'INTERNAL_ERROR',
    `Something went wrong in the service. Quote X-Request-Id ${traceId} to its operator.`,
  )
}

/**
 * Counts the call, and adds it to its owner's request log and to the server's log. The latter omits the query, which
 * may contain customers' data.
 */
function record(
  { logger, usage, connectionUse, requestLog }: DataPlane,
  call: ReachedCall,
  response: HttpResponse,
): void {
  const { status, code } = response
  const { method, path, url } = call.context.req
  const { traceId, requestId } = call
  const realm = call.grant?.realmId
  const totalMs = performance.now() - call.startedAt
  if (realm !== undefined) {
    usage.count(realm, status)
    if (call.grant) connectionUse.record(call.grant.connectionId)
    requestLog.add({
      realmId: realm,
      traceId,
      method,
      path,
      status,
      ...(code !== undefined && { code }),
      ...(requestId !== undefined && { requestId }),
      totalMs,
      ...(call.connection && { trace: call.connection.trace }),
      ...(call.keepsBodies && {
        texts: { query: new URL(url).search, body: call.body ?? '', response: response.body },
      }),
    })
  }
  logger.info({ method, path, realm, status, code, ms: Math.round(totalMs * 10) / 10, traceId }, 'request')
}

/** Returns the rate window for a caller whose realm is unknown, and whose call is therefore not counted. */
function unusedWindow({ clock, config }: DataPlane): RateDecision {
  return {
    allowed: true,
    limit: config.restRequestsPerMinute,
    remaining: config.restRequestsPerMinute,
    resetSeconds: 60 - (Math.floor(clock().getTime() / 1000) % 60),
  }
}
