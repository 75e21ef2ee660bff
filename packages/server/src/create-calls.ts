import { setImmediate } from 'node:timers/promises'
import type { Billing } from '@bridge/control-plane/billing/billing'
import type { Limiters } from '@bridge/control-plane/services/limiters'
import { createDataPlane, type DataPlaneCalls } from '@bridge/data-plane/call/data-plane'
import { createCompanyCalendars } from '@bridge/data-plane/call/run-report'
import { type ChangePoller, createChangePoller } from '@bridge/data-plane/change-polls/change-poller'
import type { FindDesktop } from '@bridge/data-plane/desktop/realm-desktop'
import { createEntitlement } from '@bridge/data-plane/entitlement/entitlement'
import { Proposals } from '@bridge/data-plane/proposals/proposals'
import { createRealmSettings } from '@bridge/data-plane/realms/realm-settings'
import { createChangeRecorder } from '@bridge/data-plane/record-changes/change-recorder'
import { createReplay } from '@bridge/data-plane/replay/replay'
import { createRequestLog, type RequestLog } from '@bridge/data-plane/request-log/request-log'
import { createConnectionUseRecorder } from '@bridge/data-plane/usage/connection-use'
import { createUsageCounter } from '@bridge/data-plane/usage/usage-counter'
import type { Presence } from '@bridge/database'
import { type AccessTokens, createAccessTokens } from '@bridge/identity/oauth/access-token'
import type { Dependencies } from '@bridge/platform/dependencies'

interface CallsOptions {
  readonly billing: Billing
  readonly findDesktop: FindDesktop
  readonly limiters: Pick<Limiters, 'restLimiter' | 'sandboxLimiter'>
  readonly presence: Presence | undefined
  /** Replaces the request log in the database. */
  readonly requestLog: RequestLog | undefined
}

/** The data plane, and what it reads and records. */
export interface Calls {
  readonly dataPlane: DataPlaneCalls
  readonly proposals: Proposals
  readonly accessTokens: AccessTokens
  readonly requestLog: RequestLog
  readonly changePoller: Pick<ChangePoller, 'run'>
  /** Stops timers and subscriptions, once the last calls are recorded. */
  stop(): Promise<void>
  /** Stores pending counts and log entries. */
  close(): Promise<void>
}

export function createCalls(dependencies: Dependencies, options: CallsOptions): Calls {
  const { billing, findDesktop, limiters, presence } = options
  const accessTokens = createAccessTokens(dependencies)
  const settings = createRealmSettings(dependencies)
  const replay = createReplay({ ...dependencies, presence, recorder: createChangeRecorder(dependencies) })
  const usage = createUsageCounter(dependencies)
  const connectionUse = createConnectionUseRecorder(dependencies)
  const requestLog = options.requestLog ?? createRequestLog(dependencies)
  const entitlement = createEntitlement({ ...dependencies, billing })
  const changePoller = createChangePoller({ ...dependencies, findDesktop, entitlement })
  const dataPlane = createDataPlane({
    ...dependencies,
    accessTokens,
    rateLimiter: limiters.restLimiter,
    sandboxLimiter: limiters.sandboxLimiter,
    entitlement,
    settings,
    findDesktop,
    replay,
    calendars: createCompanyCalendars(),
    usage,
    connectionUse,
    requestLog,
  })
  const proposals = new Proposals({ ...dependencies, userCalls: dataPlane, settings })
  return {
    dataPlane,
    proposals,
    accessTokens,
    requestLog,
    changePoller,
    async stop() {
      // Calls are recorded in the turn after they ended.
      await setImmediate()
      accessTokens.close()
      settings.close()
      replay.close()
    },
    async close() {
      await changePoller.close()
      await usage.close()
      await connectionUse.close()
      await requestLog.close()
    },
  }
}
