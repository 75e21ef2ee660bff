import { type RealmId, responseBytesMax } from '@bridge/agent-protocol'
import { Fault, faults, getFaultStatus } from '@bridge/faults'
import { createCompanyMemory } from '@bridge/translation'
import type { Context } from 'hono'
import { HonoRequest } from 'hono/request'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import type { Entitlement } from '../entitlement/entitlement.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import type { RateDecision, RateLimiter } from '../http/rate-limit.ts'
import { rateLimitHeaders } from '../http/rate-limit-headers.ts'
import { toTraceId, traceHeaders } from '../http/trace-id.ts'
import type { AccessTokens } from '../oauth/access-token.ts'
import type { Grant } from '../oauth/grant.ts'
import type { RealmSettings } from '../realms/realm-settings.ts'
import type { Replay } from '../replay/replay.ts'
import { type CallTrace, loggedTexts, shownTexts, type TraceLimits, traceDesktop } from '../request-log/call-trace.ts'
import type { CallTexts, LoggedItem, RequestLog } from '../request-log/request-log.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { ConnectionUseRecorder } from '../usage/connection-use.ts'
import type { UsageCounter } from '../usage/usage-counter.ts'
import type { FoundMistake, UserCalls } from '../user-calls/user-calls.ts'
import { admitToSandbox, requireWithinLimit } from './admission.ts'
import { authenticate, authorize } from './authenticate.ts'
import { getCost, type MeasuredDesktop, measureDesktop } from './call-cost.ts'
import { createCallPlaces, type Leave } from './call-places.ts'
import { findFaults } from './find-mistakes.ts'
import { chooseFormat, type Format, getBodyFormat } from './format.ts'
import { createInternalError } from './internal-error.ts'
import { isWrite, requireMayWrite } from './is-write.ts'
import type { LongReads } from './long-reads.ts'
import { openCompanyFile } from './operations/company-file.ts'
import { createCompanyMemories } from './operations/company-memories.ts'
import { watchIdList } from './operations/id-list-state.ts'
import { createIdLists } from './operations/id-lists.ts'
import type { ItemFailure, Result } from './operations/operation.ts'
import { CallerLeftError, requireCaller } from './operations/require-caller.ts'
import { type CompanyPath, isEntitlementsPath, parsePath } from './parse-path.ts'
import { parseRoute } from './parse-route.ts'
import { readBody } from './read-body.ts'
import type { ReadJob } from './read-job.ts'
import type { ParsedRequest } from './request.ts'
import { callerLeftResponse, faultResponse, type HttpResponse, toResponse } from './response.ts'
import { requirePageSize } from './response-limit.ts'
import type { CompanyCalendars } from './run-report.ts'
import { runRequest } from './run-request.ts'
import { createSteps } from './steps.ts'

/** How long a call waits until fewer calls of its realm run. */
const placeMsMax = 30_000

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
  readonly calendars: CompanyCalendars
  readonly longReads: LongReads
  readonly usage: UsageCounter
  readonly connectionUse: ConnectionUseRecorder
  readonly requestLog: RequestLog
}

/** A call to the data plane before its first step. */
interface Call {
  readonly http: HonoRequest
  /** The grant of a call that the service makes for a signed-in user; any other call sends an access token. */
  readonly userGrant: Grant | undefined
  readonly startedAt: number
  /** `X-Request-Id` of the response. */
  readonly traceId: string
}

/** A finished call with the results of the steps that it reached. */
interface ReachedCall extends Call {
  readonly path?: CompanyPath
  readonly grant?: Grant
  /** The `requestid` as it was sent. */
  readonly requestId?: string | undefined
  readonly rate?: RateDecision
  readonly leave?: Leave
  readonly keepsBodies?: boolean
  readonly body?: string
  readonly request?: ParsedRequest
  readonly result?: Result
  readonly measured?: MeasuredDesktop
  readonly connection?: { readonly trace: CallTrace }
}

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
    .step('leave', ({ realmId }) => callPlaces.enter(realmId))
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
    .step('request', ({ http, route, body }) => route.parse(body, getBodyFormat(http.header('content-type'), body)))
    .check('writes', ({ grant, request }) => requireMayWrite(grant, request))
    .step('measured', ({ grant }) => measureDesktop(plane.findDesktop(grant)))
    .step('connection', ({ measured, keepsBodies, userGrant }) =>
      traceDesktop(measured.desktop, getTraceLimits(keepsBodies, userGrant)),
    )
    .step('now', () => clock())
    .step('reading', ({ http, connection, request }) =>
      isWrite(request) ? undefined : plane.longReads.open(connection.desktop, http.raw.signal),
    )
    .step('lists', ({ realmId, grant }) => watchIdList(idLists.of(realmId, grant.clientId ?? '')))
    // A reset gives a sandbox new names under the same IDs, so that its calls share nothing.
    .step('memory', ({ realmId, grant }) =>
      grant.realmKind === 'sandbox' ? createCompanyMemory() : memories.of(realmId),
    )
    .step('remembered', ({ memory }) => memory.getLists())
    .step('company', ({ http, realmId, connection, settings, now, reading, lists, memory }) =>
      openCompanyFile({
        realmId,
        desktop: reading?.desktop ?? connection.desktop,
        entities: settings.entities,
        letters: { codePage: settings.codePage, isReplaced: settings.replacesLetters },
        now,
        idLists: lists.idLists,
        callerSignal: http.raw.signal,
        ...(reading ? { onLongResponse: reading.onLongResponse } : { readBytesMax: responseBytesMax.write }),
        memory,
      }),
    )
    .check('caller', ({ reading, company }) => {
      if (reading !== undefined) requireCaller(company)
    })
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
      return call.reading.complete(run, createJob, ({ calendar, idList, lists: remembered }) => {
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

  const call = async (http: HonoRequest, userGrant: Grant | undefined) => {
    const traceId = toTraceId(http.header('x-request-id'))
    const startedAt = performance.now()
    const end = await steps.run({ http, userGrant, startedAt, traceId })
    end.results.leave?.()
    const response = end.isComplete ? end.results.response : failed(end.results, end.step, end.error)
    record(plane, end.results, response)
    const headers = {
      ...response.headers,
      ...rateLimitHeaders(charge(plane, end.results, response) ?? unusedWindow(plane)),
      ...traceHeaders(traceId),
    }
    return {
      // Avoids `context.body`, which copies the headers of every response one by one.
      response: new Response(response.body, { status: response.status, headers }),
      totalMs: performance.now() - startedAt,
      trace: end.results.connection?.trace,
    }
  }

  return {
    handle: async (context) => (await call(context.req, undefined)).response,
    async send(request, grant) {
      const { trace, ...rest } = await call(toHonoRequest(request), grant)
      return { ...rest, ...(trace && { trace }) }
    },
    findMistakes: (request, { realmId }) => findMistakes(plane, toHonoRequest(request), realmId),
  }
}

function toHonoRequest(request: Request): HonoRequest {
  return new HonoRequest(request, new URL(request.url).pathname)
}

async function findMistakes(
  { clock, config, settings }: DataPlane,
  http: HonoRequest,
  realmId: RealmId,
): Promise<readonly FoundMistake[]> {
  const { entities } = await settings.get(realmId)
  try {
    const { segments } = parsePath(http.url)
    const parameters = parseQueryParameters(http.url)
    const route = parseRoute({ method: http.method, segments, parameters, entities, time: clock() })
    const body = route.readsBody ? await readBody(http.raw, config.bodyBytesMax) : ''
    const request = route.parse(body, getBodyFormat(http.header('content-type'), body))
    return findFaults(request, { entities, readContext: { realmId } }).map(toMistake)
  } catch (error) {
    if (error instanceof Fault) return [toMistake(error)]
    throw error
  }
}

/** Returns the format of the response; that of reports is always JSON. */
function findFormat({ http, path, grant, body }: ReachedCall): Format {
  if (path?.segments[0]?.toLowerCase() === 'reports') return 'json'
  const hasBody = http.method === 'POST' && body !== ''
  return chooseFormat({
    accept: http.header('accept'),
    bodyFormat: hasBody ? getBodyFormat(http.header('content-type'), body ?? '') : undefined,
    clientFormat: grant?.responseFormat,
  })
}

function toMistake(fault: Fault): FoundMistake {
  const { code, element, detail } = fault
  const row = code in faults ? faults[code as keyof typeof faults] : undefined
  return {
    code,
    status: fault.status ?? row?.status ?? 400,
    message: row?.message ?? detail,
    detail,
    ...(element !== undefined && { element }),
  }
}

/** Returns the fault to show for an error. Logs an unexpected error, whose details the fault omits. */
function toFault({ logger }: DataPlane, { traceId, grant }: ReachedCall, step: string, error: unknown): Fault {
  if (error instanceof Fault) return error
  logger.error({ err: error, traceId, realm: grant?.realmId, step }, 'The request failed unexpectedly')
  return createInternalError(traceId)
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
  const { status, code, field, warnings, itemFailures } = response
  const { method, path } = call.http
  const { traceId, requestId, grant, request } = call
  const totalMs = performance.now() - call.startedAt
  if (grant !== undefined) {
    usage.count(grant.realmId, grant.clientId ?? '', status)
    if (grant.connectionId !== undefined) connectionUse.record(grant.connectionId)
    requestLog.add({
      realmId: grant.realmId,
      ...(grant.clientId !== undefined && { clientId: grant.clientId }),
      source: grant.source ?? 'api',
      traceId,
      method,
      path,
      ...(request && { kind: toLoggedKind(request) }),
      ...(request && 'table' in request && { entity: request.table.name }),
      status,
      ...(code !== undefined && { code }),
      ...(field !== undefined && { field }),
      ...(warnings && { warnings }),
      ...(itemFailures && { itemFailures: itemFailures.map(toLoggedItem) }),
      ...(requestId !== undefined && { requestId }),
      totalMs,
      ...(call.connection && { trace: call.connection.trace }),
      ...(call.keepsBodies && { texts: toTexts(call, response) }),
    })
  }
  const ms = Math.round(totalMs * 10) / 10
  logger.info({ method, path, realm: grant?.realmId, status, code, ms, traceId }, 'request')
}

/** Charges a call that cost more than one request, and returns what is left of the realm's window. */
function charge(
  { rateLimiter, sandboxLimiter }: DataPlane,
  { rate, grant, measured, request }: ReachedCall,
  { body }: HttpResponse,
): RateDecision | undefined {
  if (rate === undefined || grant === undefined || measured === undefined) return rate
  const further = getCost(measured.getCharacters() + body.length, request) - 1
  if (further === 0) return rate
  rateLimiter.charge(grant.realmId, further)
  if (grant.realmKind === 'sandbox') sandboxLimiter.charge(grant.realmId, further)
  return { ...rate, remaining: Math.max(0, rate.remaining - further) }
}

/** Returns what the trace of a call keeps: more for a user, to whom it is shown, than for the request log. */
function getTraceLimits(keepsBodies: boolean, userGrant: Grant | undefined): TraceLimits | undefined {
  if (userGrant !== undefined) return shownTexts
  return keepsBodies ? loggedTexts : undefined
}

function toLoggedItem({ fault, ...target }: ItemFailure): LoggedItem {
  const { code, element } = fault
  return { ...target, status: getFaultStatus(fault), code, ...(element !== undefined && { field: element }) }
}

/** Returns the operation of a request; a read by parameters is a read. */
function toLoggedKind({ kind }: ParsedRequest): string {
  return kind === 'read-by' ? 'read' : kind
}

function toTexts({ http, body = '', request, result }: ReachedCall, response: HttpResponse): CallTexts {
  const outcome = result && !(result.outcome instanceof Fault) ? result.outcome : undefined
  return {
    query: new URL(http.url).search,
    requestHeaders: http.raw.headers,
    body,
    responseHeaders: response.headers,
    response: response.body,
    ...(request?.kind === 'query' && { queryText: request.text }),
    ...(outcome?.printPlan && { plan: outcome.printPlan() }),
  }
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
