import type { Books } from '../books/books.ts'

/** The RefNumber behind one, for example `1044` behind `1043`; `undefined` where there is none that fits. */
export function getNextRefNumber(last: string | undefined): string | undefined {
  if (last === undefined) return '1'
  const match = /^(.*?)(\d+)$/.exec(last)
  if (match === null) return undefined
  const [, prefix = '', digits = ''] = match
  const next = `${prefix}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`
  return next.length <= 11 ? next : undefined
}

/** Makes a number the last one of its kind; one that does not end in a digit counts for nothing. */
export function storeRefNumber(books: Books, kind: string, number: string | undefined): void {
  if (number === undefined || !/\d$/.test(number)) return
  books.putProfile({ ...books.profile, lastRefNumbers: { ...books.profile.lastRefNumbers, [kind]: number } })
}
