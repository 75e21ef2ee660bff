import { formatCount } from '../../lib/format-count.ts'

/** A company file's requests by day. */
export interface FileUsage {
  readonly requests: readonly number[]
  readonly errors: readonly number[]
}

/** Returns a company file's requests in words: `1,204 requests in 14 days, 3 failed`. */
export function describeUsage({ requests, errors }: FileUsage): string {
  const [total, failed] = [add(requests), add(errors)]
  const days = formatCount(requests.length, 'day')
  if (total === 0) return `No requests in ${days}`
  return `${formatCount(total, 'request')} in ${days}, ${failed.toLocaleString('en')} failed`
}

function add(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
