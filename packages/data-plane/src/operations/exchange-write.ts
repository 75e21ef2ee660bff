import type { Element, QbxmlRequest, QbxmlResponse } from '@bridge/qbxml'
import { type CheckedRecord, createNameRequests, requireAddedNames } from '@bridge/translation'
import type { ExchangeOptions } from '../desktop/desktop.ts'
import type { CompanyFile } from './company-file.ts'
import { exchangeSet, noResponse } from './exchange.ts'

/**
 * Sends the write of a record and the reads after it in one exchange, and returns their responses. Names that the
 * record needs in lists of QuickBooks are added first.
 *
 * @param requests the write first
 * @param current the record before its change, if it was read
 * @throws Fault like `exchangeSet`. If the write failed because a name could not be added, it is the fault of that
 * name.
 */
export async function exchangeWrite(
  company: CompanyFile,
  record: CheckedRecord,
  requests: readonly QbxmlRequest[],
  options: ExchangeOptions,
  current?: Element,
): Promise<readonly [QbxmlResponse, ...QbxmlResponse[]]> {
  const names = createNameRequests(record, current)
  const onError = names.length > 0 ? 'continueOnError' : 'stopOnError'
  const responses = await exchangeSet(company, { requests: [...names, ...requests], onError }, options)
  const [written, ...reads] = responses.slice(names.length)
  if (written === undefined) throw noResponse(options)
  requireAddedNames(record, responses.slice(0, names.length), written, current)
  return [written, ...reads]
}
