import type { Grant } from '@bridge/identity/access/grant'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Entitlement } from '../entitlement/entitlement.ts'
import { holdBackWrites, type MaySend } from '../operations/held-back-write.ts'
import type { Outcome, Result } from '../operations/operation.ts'
import { runOperation } from '../operations/run-operation.ts'
import { isWriteOperation, type Replay } from '../replay/replay.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import { readEntitlements } from './read-entitlements.ts'
import type { Batch, Changes, EntitlementsRequest, ParsedRequest, ReportCall } from './request.ts'
import { type CompanyCalendars, runReport } from './run-report.ts'
import type { SlotContext } from './slot-context.ts'

interface Services extends Pick<Dependencies, 'clock'> {
  readonly entitlement: Entitlement
  readonly replay: Replay
  readonly calendars: CompanyCalendars
}

/** Any request but a single operation on records. */
type CombinedRequest = Batch | Changes | ReportCall | EntitlementsRequest

const combinedKinds: ReadonlySet<string> = new Set<CombinedRequest['kind']>([
  'batch',
  'changes',
  'report',
  'entitlements',
])

interface RequestContext extends SlotContext {
  readonly request: ParsedRequest
  readonly grant: Grant
  /** Holds back the write of a user's call. */
  readonly maySend?: MaySend | undefined
}

/** Runs any request; a write through its replay. */
export async function runRequest(services: Services, context: RequestContext): Promise<Result> {
  const { company, maySend, request } = context
  if (isCombined(request)) {
    return { outcome: await runCombined(services, context, request), time: services.clock() }
  }
  if (isWriteOperation(request)) {
    return services.replay.run(company, request, context.repeatsOf, (running) =>
      runOperation(maySend ? holdBackWrites(running, maySend) : running, request),
    )
  }
  return { outcome: await runOperation(company, request), time: services.clock() }
}

function isCombined(request: ParsedRequest): request is CombinedRequest {
  return combinedKinds.has(request.kind)
}

function runCombined(
  { calendars, clock, entitlement, replay }: Services,
  context: RequestContext,
  request: CombinedRequest,
): Promise<Outcome> {
  switch (request.kind) {
    case 'batch':
      return runBatch({ ...context, replay }, request)
    case 'changes':
      return runChanges(context, request)
    case 'report':
      return runReport({ company: context.company, calendars, clock }, request.report)
    case 'entitlements':
      return readEntitlements(entitlement, context.grant)
  }
}
