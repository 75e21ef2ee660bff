import { maxResponseBytes } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import { runAtOnce } from '@bridge/qbxml'
import { createCompanyMemory } from '@bridge/translation'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HonoRequest } from 'hono/request'
import { countCharacters, decodeHead, type EncodedText, encodeText, partBytes } from '../http/encoded-text.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import { rateLimitHeaders } from '../http/rate-limit-headers.ts'
import { toTraceId, traceHeaders } from '../http/trace-id.ts'
import type { Grant } from '../oauth/grant.ts'
import { traceDesktop } from '../request-log/call-trace.ts'
import { runInSlices } from '../runtime/run-in-slices.ts'
import type { UserCalls } from '../user-calls/user-calls.ts'
import { admitToSandbox, requireWithinLimit } from './admission.ts'
import { authenticate, authorize } from './authenticate.ts'
import { type Call, type DataPlane, findFormat, type ReachedCall } from './call.ts'
import { measureDesktop } from './call-cost.ts'
import { createCallPace } from './call-pace.ts'
import { createCallPlaces } from './call-places.ts'
import { startCallSpan } from './call-span.ts'
import { chargeCall, unusedWindow } from './charge-call.ts'
import { getClient, withClient } from './client-desktop.ts'
import { findCallMistakes } from './find-call-mistakes.ts'
import { getBodyFormat } from './format.ts'
import { createFaultOfService } from './internal-error.ts'
import { isWrite, requireMayWrite } from './is-write.ts'
import { openCompanyFile } from './operations/company-file.ts'
import { createCompanyMemories } from './operations/company-memories.ts'
import { watchIdList } from './operations/id-list-state.ts'
import { createIdLists } from './operations/id-lists.ts'
import { CallerLeftError, requireCaller } from './operations/require-caller.ts'
import { isEntitlementsPath, parsePath } from './parse-path.ts'
import { parseRoute } from './parse-route.ts'
import { readBody } from './read-body.ts'
import type { ReadJob } from './read-job.ts'
import { getTraceLimits, recordCallLater } from './record-call.ts'
import { callerLeftResponse, faultResponse, type HttpResponse, toResponse } from './response.ts'
import { requirePageSize } from './response-limit.ts'
import { shareResponseMemory } from './response-memory.ts'
import { runRequest } from './run-request.ts'
import { createSteps } from './steps.ts'
import { createUnsentBodies } from './unsent-bodies.ts'

/** How long a call waits until fewer calls of its realm run, and for large ones of its realm. */
const placeMsMax = 30_000
/** How long a client may read nothing of a long response. */
const unreadMsMax = 60_000

/** The data plane: its HTTP handler, and the calls that the service makes for its users. */
export interface DataPlaneCalls extends UserCalls {
  /** Handles `/entitlements` and everything below `/v3`. */
  handle(context: Context): Promise<Response>
}

export function createDataPlane(plane: DataPlane): DataPlaneCalls {
  const { clock, config } = plane
  const docsUrl = `${config.baseUrl}/docs/errors`
  const idLists = createIdLists(clock)
  const callPlaces = createCallPlaces({
    runningMax: config.realmRequestsAtOnce,
    waitingMax: config.realmRequestsWaiting,
    waitMsMax: placeMsMax,
  })
  const callPace = createCallPace({ costPerSecond: config.realmCostPerSecond, waitMsMax: placeMsMax })
  const unsentBodies = createUnsentBodies({
    ...shareResponseMemory(config.responseBytesMax).unsent,
    idleMsMax: unreadMsMax,
    waitMsMax: placeMsMax,
    onDrop: (dropped) => plane.logger.warn(dropped, 'A client did not read its response, and its connection was ended'),
  })
  const memories = createCompanyMemories(clock)

  const steps = createSteps<Call>()
    .step('path', ({ http }) => parsePath(http.url))
    .step('grant', ({ http, userGrant }) => userGrant ?? authenticate(plane.accessTokens, http.header('authorization')))
    .step('parameters', ({ http }) => parseQueryParameters(http.url))
    .step('requestId', ({ parameters }) => parameters.get('requestid')?.[0])
    .step('rate', ({ grant }) => plane.rateLimiter.consume(grant.realmId))
    .check('rate limit', ({ rate }) => requireWithinLimit(rate))
    .step('realmId', ({ grant, path }) => authorize(grant, path.realmId))
    .check('entitlement', ({ grant, path }) =>
      isEntitlementsPath(path) ? undefined : plane.entitlement.require(grant),
    )
    .check('sandbox limit', ({ grant }) => admitToSandbox(plane.sandboxLimiter, grant))
    .step('leave', ({ realmId, grant }) => callPlaces.enter(realmId, getClient(grant)))
    .check('pace', ({ realmId }) => callPace.wait(realmId))
    .check('room', ({ realmId }) => unsentBodies.untilRoom(realmId))
    .step('settings', ({ realmId }) => plane.settings.get(realmId))
    .step('keepsBodies', ({ grant, settings }) => settings.logsBodies || grant.realmKind === 'sandbox')
    .step('route', ({ http, path, parameters, settings }) =>
      parseRoute({
        method: http.method,
        segments: path.segments,
        parameters,
        entities: settings.entities,
        time: clock(),
      }),
    )
    .step('body', ({ http, route }) => (route.readsBody ? readBody(http.raw, config.bodyBytesMax) : ''))
    .step('request', ({ http, route, body }) => {
      const parsing = route.parse(body, getBodyFormat(http.header('content-type'), body))
      return route.readsBody ? runInSlices(parsing) : runAtOnce(parsing)
    })
    .check('writes', ({ grant, request }) => requireMayWrite(grant, request))
    .step('measured', ({ grant }) => measureDesktop(withClient(plane.findDesktop(grant), getClient(grant))))
    .step('connection', ({ measured, keepsBodies, userGrant, span }) =>
      traceDesktop(span?.over(measured.desktop) ?? measured.desktop, getTraceLimits(keepsBodies, userGrant)),
    )
    .step('now', () => clock())
    .step('reading', ({ connection, request, hasCallerLeft }) =>
      isWrite(request) ? undefined : plane.longReads.open(connection.desktop, hasCallerLeft),
    )
    .step('lists', ({ realmId, grant }) => watchIdList(idLists.of(realmId, grant.clientId ?? '')))
    // A reset gives a sandbox new names under the same IDs, so that its calls share nothing.
    .step('memory', ({ realmId, grant }) =>
      grant.realmKind === 'sandbox' ? createCompanyMemory() : memories.of(realmId),
    )
    .step('remembered', ({ memory }) => memory.getLists())
    .step('company', ({ hasCallerLeft, realmId, measured, connection, settings, now, reading, lists, memory }) =>
      openCompanyFile({
        realmId,
        desktop: reading?.desktop ?? connection.desktop,
        entities: settings.entities,
        letters: { codePage: settings.codePage, isReplaced: settings.replacesLetters },
        now,
        idLists: lists.idLists,
        hasCallerLeft,
        onRead: measured.noteRead,
        ...(reading ? { readElsewhere: reading.readElsewhere } : { readBytesMax: maxResponseBytes.write }),
        memory,
      }),
    )
    .check('caller', ({ company }) => requireCaller(company))
    .step('result', (call) => {
      const run = runRequest(plane, {
        request: call.request,
        company: call.company,
        grant: call.grant,
        repeatsOf: call.settings.holdsRepeats ? (call.grant.clientId ?? '') : undefined,
        docsUrl,
        toFault: (error) => toFault(plane, call, 'result', error),
      })
      if (call.reading === undefined) return run
      const { realmId, lists } = call
      const createJob = (): ReadJob => ({
        realmId,
        method: call.http.method,
        segments: call.path.segments,
        parameters: call.parameters,
        body: call.body,
        bodyFormat: getBodyFormat(call.http.header('content-type'), call.body),
        hasDepartments: call.settings.departmentsFromClasses,
        now: call.now,
        format: findFormat(call),
        docsUrl,
        traceId: call.traceId,
        calendar: plane.calendars.get(realmId),
        idList: lists.getOpened(),
        lists: call.remembered,
      })
      return call.reading.complete(run, createJob, ({ calendar, idList, lists: remembered, charactersRead }) => {
        call.measured.noteRead(charactersRead)
        plane.calendars.set(realmId, calendar)
        if (idList !== undefined) lists.keep(idList)
        if (call.grant.realmKind !== 'sandbox') memories.keep(realmId, remembered)
      })
    })
    .step('response', (call) => toResponse(call.result, docsUrl, findFormat(call)))
    .check('page size', ({ request, response }) => {
      if (request.kind === 'query') requirePageSize(response)
    })

  const failed = (results: ReachedCall, step: string, error: unknown): HttpResponse =>
    error instanceof CallerLeftError
      ? callerLeftResponse
      : faultResponse(toFault(plane, results, step, error), clock(), docsUrl, findFormat(results))

  const call = async (http: HonoRequest, userGrant: Grant | undefined, outgoing?: HttpBindings['outgoing']) => {
    const traceId = toTraceId(http.header('x-request-id'))
    const startedAt = performance.now()
    const span = plane.tracing && startCallSpan(plane.tracing, http, startedAt)
    // The library would create an AbortController for each request whose signal is read.
    const hasCallerLeft = outgoing ? () => outgoing.destroyed : () => http.raw.signal.aborted
    const end = await steps.run({ http, userGrant, hasCallerLeft, startedAt, traceId, span }, span?.onStep)
    end.results.leave?.()
    const response = end.isComplete ? end.results.response : failed(end.results, end.step, end.error)
    const body = toBody(response.body)
    // Several times as fast as an object literal with these four as spreads.
    const headers: Record<string, string> = Object.assign(
      {},
      response.headers,
      typeof body !== 'string' && { 'Content-Length': String(body.byteLength) },
      rateLimitHeaders(chargeCall(plane, callPace, end.results, response) ?? unusedWindow(plane)),
      traceHeaders(traceId),
    )
    const totalMs = performance.now() - startedAt
    span?.end(end.results, response)
    recordCallLater(plane, { call: end.results, response, totalMs })
    return {
      // Avoids `context.body`, which copies the headers of every response one by one.
      response: new Response(
        typeof body === 'string'
          ? body
          : unsentBodies.send({
              owner: end.results.grant?.realmId ?? '',
              body,
              endConnection: outgoing && (() => outgoing.destroy()),
            }),
        { status: response.status, headers },
      ),
      bodyCharacters: countCharacters(response.body),
      totalMs,
      trace: end.results.connection?.trace,
    }
  }

  return {
    handle: async (context) => {
      const { outgoing }: Partial<HttpBindings> = context.env ?? {}
      return (await call(context.req, undefined, outgoing)).response
    },
    async send(request, grant) {
      const { trace, ...rest } = await call(toHonoRequest(request), grant)
      return { ...rest, ...(trace && { trace }) }
    },
    findMistakes: (request, { realmId }) => findCallMistakes(plane, toHonoRequest(request), realmId),
  }
}

/** Returns the body of a response, a long one encoded. */
function toBody(body: string | EncodedText): string | EncodedText {
  if (typeof body === 'string') return body.length > partBytes ? encodeText(body) : body
  return body.byteLength > partBytes ? body : decodeHead(body, partBytes)
}

function toHonoRequest(request: Request): HonoRequest {
  return new HonoRequest(request, new URL(request.url).pathname)
}

/** Returns the fault to show for an error. Logs an unexpected error, whose details the fault omits. */
function toFault({ logger }: DataPlane, { traceId, grant, span }: ReachedCall, step: string, error: unknown): Fault {
  if (error instanceof Fault) return error
  logger.error({ err: error, traceId, ...span?.ids, realm: grant?.realmId, step }, 'The request failed unexpectedly')
  return createFaultOfService(error, traceId)
}
