import { type CheckedRecord, nameAdditions, requireAddedNames } from '@bridge/translation'
import type { Element, QbxmlRequest, QbxmlResponse } from '@bridge/translation/qbxml'
import type { ExchangeOptions } from '../../desktop/desktop.ts'
import type { CompanyFile } from './company-file.ts'
import { exchangeSet, noResponse } from './exchange.ts'

/**
 * Sends the write of a record and the reads after it, and returns their responses. Names that the record needs in lists
 * of QuickBooks are added in front. One exchange.
 *
 * @param requests the write first
 * @param current the record before its change, if it was read
 * @throws Fault as `exchangeSet`; the fault of a name that was not added, if the write failed because of it
 */
export async function exchangeWrite(
  company: CompanyFile,
  record: CheckedRecord,
  requests: readonly QbxmlRequest[],
  options: ExchangeOptions,
  current?: Element,
): Promise<readonly [QbxmlResponse, ...QbxmlResponse[]]> {
  const names = nameAdditions(record, current)
  const onError = names.length > 0 ? 'continueOnError' : 'stopOnError'
  const responses = await exchangeSet(company, { requests: [...names, ...requests], onError }, options)
  const [written, ...reads] = responses.slice(names.length)
  if (written === undefined) throw noResponse(options)
  requireAddedNames(record, responses.slice(0, names.length), written, current)
  return [written, ...reads]
}
