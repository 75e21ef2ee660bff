import { Fault } from '@bridge/faults'
import type { StreamedResponse } from '@bridge/qbxml'

/** Watches whether an iterator's pages come to an end. */
export interface Progress {
  observe(page: StreamedResponse): void
  /**
   * Checks the pages so far, before another one is requested.
   *
   * @throws Fault `500` after a page bringing no records or leaving as many as before, and after twice as many pages as
   * the first one promised
   */
  require(): void
}

/**
 * Creates the watch for one iterator, which continues as long as the company file promises more.
 *
 * @param size the records requested per page
 * @param maxFetched the records after which the query ends anyway
 */
export function watchProgress(size: number, maxFetched: number): Progress {
  let pages = 0
  let maxPages = 0
  let remaining = Number.POSITIVE_INFINITY
  let problem: string | undefined
  return {
    observe({ elements, iteratorRemainingCount = 0 }) {
      pages++
      if (pages === 1)
        maxPages = 2 * Math.ceil(Math.min(elements.length + iteratorRemainingCount, maxFetched) / size) + 2
      if (elements.length === 0) problem = 'a page has no records, but announces more'
      else if (iteratorRemainingCount >= remaining || iteratorRemainingCount < 0)
        problem = 'as many records remain after a page as before it'
      else if (pages >= maxPages) problem = 'there are more pages than the first one announced'
      remaining = iteratorRemainingCount
    },
    require() {
      if (problem !== undefined)
        throw new Fault(
          '500',
          `QuickBooks Desktop does not come to the end of a result: ${problem}. Nothing more was read.`,
        )
    },
  }
}
