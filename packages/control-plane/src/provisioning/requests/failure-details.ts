import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import type { FailureRow } from './failure.store.ts'
import { findFaultResponses } from './logged-request.store.ts'
import { findDetail } from './request-fault.ts'

type Failure = Pick<FailureRow, 'sampleId' | 'code'>

/** Loads the `Detail` in each failure's latest request. The function returns it while the bodies are kept. */
export async function loadFailureDetails(
  database: Database,
  orgId: OwnedOrgId,
  rows: readonly Failure[],
): Promise<(row: Failure) => string | undefined> {
  const ids = rows.map(({ sampleId }) => sampleId)
  const responses = await findFaultResponses(database, orgId, ids)
  return ({ sampleId, code }) => findDetail(responses.get(sampleId), code)
}
