import { type ClientSettings, defaultClientSettings } from '@bridge/identity/access/client-settings'
import type { Grant } from '@bridge/identity/access/grant'
import type { AccessTokens } from '@bridge/identity/oauth/access-token'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { QueryParameters } from '@bridge/platform/query-parameters'
import type { RateDecision } from '@bridge/platform/rate-decision'
import type { RateLimiter } from '@bridge/platform/rate-limit'
import type { HonoRequest } from 'hono/request'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import type { Entitlement } from '../entitlement/entitlement.ts'
import type { LongResponses } from '../long-responses/long-responses.ts'
import type { ResponseMemory } from '../long-responses/response-memory.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import type { CompanyMemories } from '../operations/company-memories.ts'
import type { MaySend, ShownChanges } from '../operations/held-back-write.ts'
import type { IdLists } from '../operations/id-lists.ts'
import type { Result } from '../operations/operation.ts'
import type { RealmSettings, ServedRealm } from '../realms/realm-settings.ts'
import type { Replay } from '../replay/replay.ts'
import type { TracedDesktop } from '../request-log/call-trace.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { ConnectionUseRecorder } from '../usage/connection-use.ts'
import type { UsageCounter } from '../usage/usage-counter.ts'
import type { CallSlots, Release } from './call-slots.ts'
import type { CallSpan } from './call-span.ts'
import { chooseFormat, type Format, getBodyFormat } from './format.ts'
import type { CompanyPath } from './parse-path.ts'
import type { Route } from './parse-route.ts'
import type { ParsedRequest } from './request.ts'
import type { HttpResponse } from './response.ts'
import type { CompanyCalendars } from './run-report.ts'

/** The data plane's dependencies. */
export interface DataPlane extends Pick<Dependencies, 'clock' | 'logger' | 'config' | 'metrics' | 'tracing'> {
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
  readonly usage: UsageCounter
  readonly connectionUse: ConnectionUseRecorder
  readonly requestLog: RequestLog
}

/** The data plane, with everything its calls share. */
export interface SharedDataPlane extends DataPlane {
  readonly callSlots: CallSlots
  readonly longResponses: LongResponses
  readonly responseMemory: ResponseMemory
  readonly idLists: IdLists
  readonly memories: CompanyMemories
  /** The error reference's URL. */
  readonly docsUrl: string
}

/** A call's steps in order, with their results. */
export interface Reached {
  readonly path: CompanyPath | undefined
  readonly grant: Grant | undefined
  readonly parameters: QueryParameters | undefined
  readonly rate: RateDecision | undefined
  readonly realm: Grant['realmId'] | undefined
  readonly slot: Release | undefined
  readonly settings: ServedRealm | undefined
  readonly route: Route | undefined
  readonly body: string | undefined
  readonly request: ParsedRequest | undefined
  readonly connection: TracedDesktop | undefined
  readonly company: CompanyFile | undefined
  readonly result: Result | undefined
  readonly response: HttpResponse | undefined
}

type StepName = keyof Reached

/** A call to the data plane. */
export class Call {
  readonly http: HonoRequest
  /** The grant for a signed-in user's call through the portal; any other call sends an access token. */
  readonly userGrant: Grant | undefined
  /** Holds back the write of a user's call. */
  readonly maySend: MaySend | undefined
  /** Returns whether the caller closed the connection before the response. */
  readonly hasCallerLeft: () => boolean
  readonly startedAt: number
  /** The response's `X-Request-Id`. */
  readonly traceId: string
  /** Undefined unless calls are traced. */
  readonly span: CallSpan | undefined
  readonly #reached: { -readonly [Name in StepName]: Reached[Name] } = {
    path: undefined,
    grant: undefined,
    parameters: undefined,
    rate: undefined,
    realm: undefined,
    slot: undefined,
    settings: undefined,
    route: undefined,
    body: undefined,
    request: undefined,
    connection: undefined,
    company: undefined,
    result: undefined,
    response: undefined,
  }
  #current: StepName = 'path'
  /** The write that was held back. */
  heldBack: ShownChanges | undefined

  constructor(sent: Pick<Call, 'http' | 'userGrant' | 'maySend' | 'hasCallerLeft' | 'startedAt' | 'traceId' | 'span'>) {
    this.http = sent.http
    this.userGrant = sent.userGrant
    this.maySend = sent.maySend
    this.hasCallerLeft = sent.hasCallerLeft
    this.startedAt = sent.startedAt
    this.traceId = sent.traceId
    this.span = sent.span
  }

  /** Runs a step and keeps its result for the call's record, even if a later step fails. */
  step<Name extends StepName, Value extends Reached[Name]>(name: Name, run: () => Value): Value
  step<Name extends StepName, Value extends Reached[Name]>(
    name: Name,
    run: () => Promise<Value> | Value,
  ): Promise<Value> | Value
  step<Name extends StepName, Value extends Reached[Name]>(
    name: Name,
    run: () => Promise<Value> | Value,
  ): Promise<Value> | Value {
    this.#current = name
    const value = run()
    return value instanceof Promise ? value.then((later) => this.#keep(name, later)) : this.#keep(name, value)
  }

  #keep<Name extends StepName, Value extends Reached[Name]>(name: Name, value: Value): Value {
    this.#reached[name] = value
    this.span?.onStep(name)
    return value
  }

  /** The results so far. */
  get reached(): Reached {
    return this.#reached
  }

  /** The step running, or failed. */
  get current(): StepName {
    return this.#current
  }

  /** The `requestid` as it was sent. */
  get requestId(): string | undefined {
    return this.#reached.parameters?.get('requestid')?.[0]
  }

  /** Whether the request log keeps the call's bodies. */
  get keepsBodies(): boolean {
    const { grant, settings } = this.#reached
    return settings !== undefined && (settings.logsBodies || grant?.realmKind === 'sandbox')
  }

  /** The client's settings; the defaults for a caller without a client. */
  get clientSettings(): ClientSettings {
    return this.#reached.grant?.clientSettings ?? defaultClientSettings
  }

  /** The response format; always JSON for reports. */
  get format(): Format {
    const { path, body } = this.#reached
    if (path?.segments[0]?.toLowerCase() === 'reports') return 'json'
    const hasBody = this.http.method === 'POST' && body !== ''
    return chooseFormat({
      accept: this.http.header('accept'),
      bodyFormat: hasBody ? getBodyFormat(this.http.header('content-type'), body ?? '') : undefined,
      clientFormat: this.clientSettings.responseFormat,
    })
  }
}
