import type { Books } from '../books/books.ts'

const maxCharacters = 11

/** Returns the next RefNumber, for example `1044` after `1043`, if one fits. */
export function getNextRefNumber(last: string | undefined): string | undefined {
  if (last === undefined) return '1'
  const digits = last.length <= maxCharacters ? /\d{1,11}$/.exec(last)?.[0] : undefined
  if (digits === undefined) return undefined
  const next = last.slice(0, -digits.length) + String(Number(digits) + 1).padStart(digits.length, '0')
  return next.length <= maxCharacters ? next : undefined
}

/** Stores a kind's last number, if it ends in a digit. */
export function storeRefNumber(books: Books, kind: string, number: string | undefined): void {
  if (number === undefined || !/\d$/.test(number)) return
  books.putProfile({ ...books.profile, lastRefNumbers: { ...books.profile.lastRefNumbers, [kind]: number } })
}
