import { hasResponse, maxResponseBytes } from '@bridge/agent-protocol'
import { readResponse } from '@bridge/data-plane/desktop/read-response'
import { Problem } from '@bridge/faults'
import { cleanForeignName } from '@bridge/identity/access/name'
import type { OwnedRealmId } from '@bridge/identity/access/owned'
import { branch, childText, type MessageSet, type StreamedResponse, serializeMessageSet } from '@bridge/qbxml'
import { z } from 'zod'
import type { Services } from '../services/services.ts'
import { explainOutcome } from './explain-outcome.ts'
import { findRealmStatus, storeCompanyFacts } from './realm-status.store.ts'

/** Facts read from a company file; the latest check's facts if QuickBooks did not respond. */
export const companyFileCheckSchema = z.strictObject({
  isReachable: z.boolean().describe('Whether QuickBooks responded.'),
  reason: z.string().nullable().describe('Why QuickBooks did not respond, and what to do; `null` if it did.'),
  companyName: z.string().nullable(),
  product: z.string().nullable(),
  version: z.string().nullable(),
})

const checkRequests: MessageSet = {
  requests: [branch('HostQueryRq', []), branch('CompanyQueryRq', [])],
  onError: 'continueOnError',
}

type CheckServices = Pick<Services, 'database' | 'clock' | 'findDesktop' | 'restLimiter'>

/**
 * Reads the company name and QuickBooks version from the company file, and stores them.
 *
 * @throws Problem `rate_limited` if the realm has used its requests for the minute
 */
export async function checkCompanyFile(
  { database, clock, findDesktop, restLimiter }: CheckServices,
  id: OwnedRealmId,
): Promise<z.output<typeof companyFileCheckSchema>> {
  const { allowed, limit, resetSeconds } = await restLimiter.consume(id)
  if (!allowed) {
    const message = `The realm has used its ${limit} requests for this minute. Wait ${resetSeconds} s.`
    throw new Problem('rate_limited', message, {}, resetSeconds)
  }
  const row = await findRealmStatus(database, id, clock())
  if (!row) throw new Problem('not_found', 'The realm was deleted.')
  const messageSet = serializeMessageSet(checkRequests)
  const sent = await findDesktop({ realmKind: row.kind }).exchange(id, messageSet, { kind: 'read' })
  const outcome = hasResponse(sent) ? await readResponse(sent.response, maxResponseBytes.write) : sent
  if (!hasResponse(outcome)) {
    const { companyName, product, version } = row
    return { isReachable: false, reason: explainOutcome(outcome), companyName, product, version }
  }
  const found = readFacts(outcome.response.responses)
  await storeCompanyFacts(database, { realmId: id, ...found, readAt: clock() })
  return { isReachable: true, reason: null, ...found }
}

const maxText = 200

function readFacts(responses: readonly StreamedResponse[]) {
  const read = (response: string, field: string) => {
    const [record] = responses.find(({ name }) => name === response)?.elements ?? []
    return cleanForeignName((record && childText(record, field)) ?? '', maxText) || null
  }
  const [major, minor] = [read('HostQueryRs', 'MajorVersion'), read('HostQueryRs', 'MinorVersion')]
  return {
    companyName: read('CompanyQueryRs', 'CompanyName'),
    product: read('HostQueryRs', 'ProductName'),
    version: major && `${major}.${minor ?? '0'}`,
  }
}
