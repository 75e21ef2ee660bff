import { Fault } from '@bridge/faults'
import { getLength } from '@bridge/platform/text-parts'
import type { HttpResponse } from './response.ts'

export const maxMebibytes = 32
/** A query's or a batch's longest response, in bytes. */
export const maxBytes = maxMebibytes * 1024 ** 2

/** Creates `UNSUPPORTED_QUERY` for a page larger than a response may be. */
export function pageTooLarge(): Fault {
  return new Fault(
    'UNSUPPORTED_QUERY',
    `The records of this page are larger than ${maxMebibytes} MiB. Ask for fewer with MAXRESULTS, or select only the columns that you need.`,
  )
}

/** @throws Fault `UNSUPPORTED_QUERY` for a response with too many characters, mostly single bytes */
export function requirePageSize({ body }: HttpResponse): void {
  if (getLength(body) > maxBytes) throw pageTooLarge()
}
