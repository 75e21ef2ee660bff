import type { Entitlement } from '../entitlement/entitlement.ts'
import type { Grant } from '../oauth/grant.ts'
import { isRepeatable, type Replay } from '../replay/replay.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import type { Outcome, Result } from './operations/operation.ts'
import { runOperation } from './operations/run-operation.ts'
import { readEntitlements } from './read-entitlements.ts'
import type { ParsedRequest } from './request.ts'
import type { SlotContext } from './slot-context.ts'

interface Services extends Pick<Dependencies, 'clock'> {
  readonly entitlement: Entitlement
  readonly replay: Replay
}

interface RequestContext extends SlotContext {
  readonly request: ParsedRequest
  readonly grant: Grant
}

/** Runs a request of any kind; a write with a `requestid` through its replay. */
export async function runRequest(services: Services, context: RequestContext): Promise<Result> {
  const { company, request } = context
  if (request.kind !== 'batch' && request.kind !== 'changes' && request.kind !== 'entitlements') {
    if (isRepeatable(request)) {
      return services.replay.run(company, request, (running) => runOperation(running, request))
    }
    return { outcome: await runOperation(company, request), time: services.clock() }
  }
  return { outcome: await runOther(services, context, request), time: services.clock() }
}

function runOther(
  { entitlement, replay }: Services,
  context: RequestContext,
  request: Extract<ParsedRequest, { readonly kind: 'batch' | 'changes' | 'entitlements' }>,
): Promise<Outcome> {
  switch (request.kind) {
    case 'batch':
      return runBatch({ ...context, replay }, request)
    case 'changes':
      return runChanges(context, request)
    case 'entitlements':
      return readEntitlements(entitlement, context.grant)
  }
}
