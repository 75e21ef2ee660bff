import type { Replay } from '../replay/replay.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import type { Outcome } from './operations/operation.ts'
import { runOperation } from './operations/run-operation.ts'
import type { ParsedRequest } from './request.ts'
import { type CompanyCalendars, runReport } from './run-report.ts'
import type { SlotContext } from './slot-context.ts'

/** What a request that only reads needs in addition to its company file. */
export interface ReadServices extends Pick<Dependencies, 'clock'> {
  readonly calendars: CompanyCalendars
}

interface ReadContext extends Omit<SlotContext, 'repeatsOf'> {
  readonly request: ParsedRequest
}

const noReplay: Pick<Replay, 'run'> = {
  run: () => Promise.reject(new Error('A request that only reads has no write.')),
}

/** Runs a request that only reads the company file. */
export function runRead({ clock, calendars }: ReadServices, { request, ...slots }: ReadContext): Promise<Outcome> {
  const context: SlotContext = { ...slots, repeatsOf: undefined }
  switch (request.kind) {
    case 'batch':
      return runBatch({ ...context, replay: noReplay }, request)
    case 'changes':
      return runChanges(context, request)
    case 'report':
      return runReport({ company: context.company, calendars, clock }, request.report)
    case 'entitlements':
      throw new Error('Entitlements are not in the company file.')
    default:
      return runOperation(context.company, request)
  }
}
