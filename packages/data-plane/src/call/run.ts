import { createCompanyMemory } from '@bridge/translation'
import { openCompanyFile } from '../operations/company-file.ts'
import type { Result } from '../operations/operation.ts'
import { requireCaller } from '../operations/require-caller.ts'
import { traceDesktop } from '../request-log/call-trace.ts'
import type { Call, SharedDataPlane } from './call.ts'
import { getClient, withClient } from './client-desktop.ts'
import type { Parsed } from './parse.ts'
import { getTraceLimits } from './record-call.ts'
import { runRequest } from './run-request.ts'
import { toFault } from './to-fault.ts'

/** Runs a request on its company file. */
export async function run(plane: SharedDataPlane, call: Call, parsed: Parsed): Promise<Result> {
  const { grant, realmId, request, settings } = parsed
  const { desktop } = call.step('connection', () => {
    const found = withClient(plane.findDesktop(grant), getClient(grant))
    return traceDesktop(call.span?.over(found) ?? found, getTraceLimits(call.keepsBodies, call.userGrant))
  })
  const unreadable = new Set<string>()
  const company = call.step('company', () =>
    openCompanyFile({
      realmId,
      desktop,
      entities: settings.entities,
      letters: { codePage: settings.codePage, isReplaced: settings.replacesLetters },
      namedRecords: settings.namedRecords,
      now: plane.clock(),
      idLists: plane.idLists.of(realmId, grant.clientId ?? ''),
      reportsChanges: settings.reportsChanges,
      traceId: call.traceId,
      hasCallerLeft: call.hasCallerLeft,
      format: call.format,
      ids: call.clientSettings.ids,
      // A reset gives a sandbox new names under the same IDs, so its calls share nothing.
      memory: grant.realmKind === 'sandbox' ? createCompanyMemory() : plane.memories.of(realmId),
      longResponses: plane.longResponses,
      held: plane.responseMemory.open(realmId),
      onUnreadable: (field) => unreadable.add(field),
    }),
  )
  requireCaller(company)
  const result = await call.step('result', () =>
    runRequest(plane, {
      request,
      company,
      grant,
      maySend: call.maySend,
      repeatsOf: settings.holdsRepeats && !call.maySend ? (grant.clientId ?? '') : undefined,
      docsUrl: plane.docsUrl,
      faultCodes: call.clientSettings.faultCodes,
      toFault: (error) => toFault(plane, call, error),
    }),
  )
  if (unreadable.size > 0) logUnreadable(plane, call, [...unreadable])
  return result
}

function logUnreadable({ logger }: SharedDataPlane, call: Call, fields: readonly string[]): void {
  const { traceId, span, reached } = call
  logger.warn(
    { traceId, ...span?.ids, realm: reached.grant?.realmId, fields },
    'QuickBooks Desktop returned values that cannot be read',
  )
}
