import { type CheckedRecord, nameAdditions, requireAddedNames } from '@bridge/translation'
import type { Element, QbxmlRequest, QbxmlResponse } from '@bridge/translation/qbxml'
import type { ExchangeOptions } from '../../desktop/desktop.ts'
import type { CompanyFile } from '../company-file.ts'
import { exchangeSet, noResponse } from '../exchange.ts'

/**
 * Sends the write of a record, with what is read behind it, and gives the responses to these requests. The names that
 * it needs in lists of QuickBooks are added before it. One exchange.
 *
 * @param requests the write first
 * @param current the record that is changed, where it was read
 * @throws Fault as `exchangeSet`; what kept a name from being added, where the write was refused for want of it
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
  const [written, ...behind] = responses.slice(names.length)
  if (written === undefined) throw noResponse(options)
  requireAddedNames(record, responses.slice(0, names.length), written, current)
  return [written, ...behind]
}
