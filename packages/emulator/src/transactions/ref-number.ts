import type { Books } from '../books/books.ts'

/** Returns the RefNumber after another, for example `1044` after `1043`, if there is one that fits. */
export function getNextRefNumber(last: string | undefined): string | undefined {
  if (last === undefined) return '1'
  const match = /^(.*?)(\d+)$/.exec(last)
  if (match === null) return undefined
  const [, prefix = '', digits = ''] = match
  const next = `${prefix}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`
  return next.length <= 11 ? next : undefined
}

/** Stores the last number of a kind, if it ends in a digit. */
export function storeRefNumber(books: Books, kind: string, number: string | undefined): void {
  if (number === undefined || !/\d$/.test(number)) return
  books.putProfile({ ...books.profile, lastRefNumbers: { ...books.profile.lastRefNumbers, [kind]: number } })
}
