import type { RateDecision } from '@bridge/platform/rate-decision'
import type { HonoRequest } from 'hono/request'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import type { Entitlement } from '../entitlement/entitlement.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { AccessTokens } from '../oauth/access-token.ts'
import type { Grant } from '../oauth/grant.ts'
import type { RealmSettings } from '../realms/realm-settings.ts'
import type { Replay } from '../replay/replay.ts'
import type { CallTrace } from '../request-log/call-trace.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { ConnectionUseRecorder } from '../usage/connection-use.ts'
import type { UsageCounter } from '../usage/usage-counter.ts'
import type { MeasuredDesktop } from './call-cost.ts'
import type { Leave } from './call-places.ts'
import type { CallSpan } from './call-span.ts'
import { chooseFormat, type Format, getBodyFormat } from './format.ts'
import type { LongReads } from './long-reads.ts'
import type { Result } from './operations/operation.ts'
import type { CompanyPath } from './parse-path.ts'
import type { ParsedRequest } from './request.ts'
import type { CompanyCalendars } from './run-report.ts'

/** Dependencies of the data plane. */
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
  readonly longReads: LongReads
  readonly usage: UsageCounter
  readonly connectionUse: ConnectionUseRecorder
  readonly requestLog: RequestLog
}

/** A call to the data plane before its first step. */
export interface Call {
  readonly http: HonoRequest
  /** The grant of a call that the service makes for a signed-in user; any other call sends an access token. */
  readonly userGrant: Grant | undefined
  /** Returns whether the caller closed the connection before the response. */
  readonly hasCallerLeft: () => boolean
  readonly startedAt: number
  /** `X-Request-Id` of the response. */
  readonly traceId: string
  /** Undefined unless calls are traced. */
  readonly span: CallSpan | undefined
}

/** A finished call with the results of the steps that it reached. */
export interface ReachedCall extends Call {
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

/** Returns the format of the response; that of reports is always JSON. */
export function findFormat({ http, path, grant, body }: ReachedCall): Format {
  if (path?.segments[0]?.toLowerCase() === 'reports') return 'json'
  const hasBody = http.method === 'POST' && body !== ''
  return chooseFormat({
    accept: http.header('accept'),
    bodyFormat: hasBody ? getBodyFormat(http.header('content-type'), body ?? '') : undefined,
    clientFormat: grant?.responseFormat,
  })
}
