import type { Element, QbxmlRequest, QbxmlResponse } from '@bridge/qbxml'
import { type CheckedRecord, createNameRequests, requireAddedNames } from '@bridge/translation'
import type { CompanyExchangeOptions, CompanyFile } from './company-file.ts'
import { exchangeSet, noResponse } from './exchange.ts'

interface RecordWrite {
  readonly record: CheckedRecord
  /** The write first. */
  readonly requests: readonly QbxmlRequest[]
  /** The record before its change, if it was read. */
  readonly current?: Element | undefined
}

/**
 * Sends a record's write and the reads after it in one exchange, and returns their responses. Names the record needs in
 * QuickBooks' lists are added first.
 *
 * @throws Fault like `exchangeSet`. If the write failed because a name could not be added, it is this name's
 * fault.
 */
export async function exchangeWrite(
  company: CompanyFile,
  { record, requests, current }: RecordWrite,
  options: CompanyExchangeOptions,
): Promise<readonly [QbxmlResponse, ...QbxmlResponse[]]> {
  const names = createNameRequests(record, current)
  const onError = names.length > 0 ? 'continueOnError' : 'stopOnError'
  const responses = await exchangeSet(company, { requests: [...names, ...requests], onError }, options)
  const [written, ...reads] = responses.slice(names.length)
  if (written === undefined) throw noResponse(options)
  requireAddedNames(record, responses.slice(0, names.length), written, current)
  return [written, ...reads]
}
