import { Fault } from '@bridge/faults'
import type { Context } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import type { DesktopOf } from '../desktop/realm-desktop.ts'
import type { Entitlement } from '../entitlement/entitlement.ts'
import { readBody } from '../http/body.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import type { RateDecision, RateLimiter } from '../http/rate-limit.ts'
import { toTraceId } from '../http/trace-id.ts'
import type { AccessTokens } from '../oauth/access-token.ts'
import type { Grant } from '../oauth/grant.ts'
import type { RealmSettings } from '../realms/realm-settings.ts'
import { type Replay, repeatableWrite } from '../replay/replay.ts'
import { type CallTrace, tracedDesktop } from '../request-log/call-trace.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { UsageCounter } from '../usage/usage.ts'
import { admit, admitToSandbox } from './admission.ts'
import { authenticate, authorize } from './authenticate.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import { isEntitlements } from './operations/read-entitlements.ts'
import { parseOperation } from './parse-operation.ts'
import { pathOf } from './path.ts'
import { faultAnswer, type HttpAnswer, rateLimitHeaders, successAnswer } from './response.ts'
import { runOperation } from './run-operation.ts'

/** What the data plane works with. */
export interface DataPlane extends Pick<Dependencies, 'clock' | 'logger' | 'config'> {
  readonly accessTokens: AccessTokens
  /** Counts a realm's requests of a minute. */
  readonly rateLimiter: RateLimiter
  /** Counts a sandbox's calls of a UTC day. */
  readonly sandboxLimiter: RateLimiter
  readonly entitlement: Entitlement
  readonly settings: RealmSettings
  readonly desktopOf: DesktopOf
  readonly replay: Replay
  readonly usage: UsageCounter
  readonly requestLog: RequestLog
}

/** What is known of a call so far; the headers, the log and the usage are made of it, however the call ends. */
interface Call {
  readonly startedAt: number
  /** `X-Request-Id` of the answer. */
  readonly traceId: string
  readonly trace: CallTrace
  grant?: Grant
  rate?: RateDecision
  /** The `requestid`, as it was sent. */
  requestId?: string | undefined
  /** Whether the realm's request log keeps bodies. */
  keepsBodies?: boolean
  body?: string
}

/** Makes the handler of `/entitlements` and of everything below `/v3`. */
export function createDataPlane(plane: DataPlane) {
  return async (context: Context): Promise<Response> => {
    const call: Call = {
      startedAt: performance.now(),
      traceId: toTraceId(context.req.header('x-request-id')),
      trace: { exchanges: [] },
    }
    const answer = await answerCall(plane, context, call)
    settle(plane, context, call, answer)
    const headers = {
      ...answer.headers,
      ...rateLimitHeaders(call.rate ?? untouchedWindow(plane)),
      'X-Request-Id': call.traceId,
    }
    // Made by itself, for `context.body` copies the headers one by one, on the way of every answer.
    return new Response(answer.body, { status: answer.status, headers })
  }
}

/** Where a fault, or any other error, becomes an answer; those of the items of a batch and of changed entities become slots of one. */
async function answerCall(plane: DataPlane, context: Context, call: Call): Promise<HttpAnswer> {
  try {
    return await followLine(plane, context, call)
  } catch (error) {
    return faultAnswer(faultOf(plane, call, error), plane.clock(), docsUrlOf(plane))
  }
}

/** The straight line of a request: authenticate, authorize, parse; then check, plan, exchange and read; answer. */
async function followLine(plane: DataPlane, context: Context, call: Call): Promise<HttpAnswer> {
  const path = pathOf(context.req.url)
  if (!path) throw new Fault('NOT_FOUND', 'Addresses of the data plane begin with /v3/company/{realmId}/.')
  const grant = await authenticate(plane.accessTokens, context.req.header('authorization'))
  call.grant = grant
  const parameters = parseQueryParameters(context.req.url)
  call.requestId = parameters.get('requestid')?.[0]
  call.rate = await plane.rateLimiter.consume(grant.realmId)
  admit(call.rate)
  const realmId = authorize(grant, path.realmId)
  // Whoever may not go on is told so there.
  if (!isEntitlements(path)) await plane.entitlement.require(grant)
  await admitToSandbox(plane.sandboxLimiter, grant)
  const { entities, logsBodies } = await plane.settings.of(realmId)
  const keepsBodies = logsBodies || grant.realmKind === 'sandbox'
  call.keepsBodies = keepsBodies
  const operation = await parseOperation({
    entities,
    method: context.req.method,
    segments: path.segments,
    parameters,
    time: plane.clock(),
    body: async () => {
      const body = await readBody(context.req.raw, plane.config.bodyBytesMax)
      if (keepsBodies) call.body = body
      return body
    },
  })
  const company = { realmId, desktop: tracedDesktop(plane.desktopOf(grant), call.trace, keepsBodies), entities }
  const forSlots = { company, docsUrl: docsUrlOf(plane), faultOf: (error: unknown) => faultOf(plane, call, error) }
  if (operation.kind === 'batch') {
    return successAnswer(await runBatch({ replay: plane.replay, ...forSlots }, operation), plane.clock())
  }
  if (operation.kind === 'changes') return successAnswer(await runChanges(forSlots, operation), plane.clock())
  if (operation.kind === 'entitlements') {
    return successAnswer({ body: { ...(await plane.entitlement.describe(grant)) }, warnings: [] }, plane.clock())
  }
  const write = repeatableWrite(company, operation)
  if (write) return plane.replay.answer(write, (logged) => runOperation(logged, operation))
  return successAnswer(await runOperation(company, operation), plane.clock())
}

function docsUrlOf({ config }: DataPlane): string {
  return `${config.baseUrl}/docs/errors`
}

/** The fault of any error: what is none is logged, and nothing of it is told. */
function faultOf({ logger }: DataPlane, call: Call, error: unknown): Fault {
  if (error instanceof Fault) return error
  logger.error({ err: error, traceId: call.traceId, realm: call.grant?.realmId }, 'The request failed unexpectedly')
  return new Fault(
    'INTERNAL_ERROR',
    `Something went wrong in the service. Quote X-Request-Id ${call.traceId} to its operator.`,
  )
}

/**
 * Counts the request, logs it for its owner and writes its line in the server's log; the query of the address stays out
 * of that, for it holds customers' data.
 */
function settle({ logger, usage, requestLog }: DataPlane, context: Context, call: Call, answer: HttpAnswer) {
  const { status, code } = answer
  const realm = call.grant?.realmId
  const totalMs = performance.now() - call.startedAt
  if (realm !== undefined) {
    usage.count(realm, status)
    requestLog.add({
      realmId: realm,
      traceId: call.traceId,
      method: context.req.method,
      path: context.req.path,
      status,
      ...(code !== undefined && { code }),
      ...(call.requestId !== undefined && { requestId: call.requestId }),
      totalMs,
      trace: call.trace,
      ...(call.keepsBodies && {
        texts: { query: new URL(context.req.url).search, body: call.body ?? '', answer: answer.body },
      }),
    })
  }
  const ms = Math.round(totalMs * 10) / 10
  logger.info(
    { method: context.req.method, path: context.req.path, realm, status, code, ms, traceId: call.traceId },
    'request',
  )
}

/** The headers of an answer to a caller whose realm is not known: nothing was counted. */
function untouchedWindow({ clock, config }: DataPlane): RateDecision {
  return {
    allowed: true,
    limit: config.restRequestsPerMinute,
    remaining: config.restRequestsPerMinute,
    resetSeconds: 60 - (Math.floor(clock().getTime() / 1000) % 60),
  }
}
