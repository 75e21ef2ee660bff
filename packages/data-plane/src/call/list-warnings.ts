import type { Outcome } from '../operations/operation.ts'

/** Begins the warning listing a written record's differences. */
const notKept = 'Not kept as sent: '

const maxCharacters = 500

/** Returns all outcome warnings, with every difference; a batch item's without the ones about tax. */
export function listWarnings(
  { warnings, taxWarnings = [], differences = [] }: Outcome,
  of: 'response' | 'item' = 'response',
): readonly string[] {
  const listed = differences.length === 0 ? [] : [`${notKept}${differences.join(', ')}`]
  return [...warnings, ...(of === 'item' ? [] : taxWarnings), ...listed]
}

/**
 * Prints an outcome's warnings as one header value: at most 500 printable ASCII characters. Differences beyond them are
 * counted: `Not kept as sent: A, B and 3 more`.
 */
export function formatWarningHeader(outcome: Outcome): string {
  const { warnings, taxWarnings = [], differences = [] } = outcome
  const others = toAscii([...warnings, ...taxWarnings].join('; '))
  if (differences.length === 0) return others.slice(0, maxCharacters)
  const start = others === '' ? notKept : `${others}; ${notKept}`
  const names = differences.map(toAscii)
  for (let count = names.length; count > 0; count -= 1) {
    const more = count === names.length ? '' : ` and ${names.length - count} more`
    const text = `${start}${names.slice(0, count).join(', ')}${more}`
    if (text.length <= maxCharacters) return text
  }
  const more = `; ${names.length} fields not kept as sent`
  return `${others.slice(0, maxCharacters - more.length)}${more}`
}

/** Replaces characters forbidden in a header: blanks by a space, letters by their code points (`U+65E5`). */
export function toAscii(text: string): string {
  if (text === '') return text
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, (letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
}
