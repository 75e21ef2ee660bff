import { decodeEscapes } from './decode-escapes.ts'
import { findNamedValues } from './named-values.ts'
import { type FormedSecret, formedSecrets } from './secret-kinds.ts'

/** Facts about a text. */
export interface RedactedText {
  /** Whether it is a longer text's beginning, which may end within a secret. */
  readonly isCut?: boolean
  /** The realm whose ID stays, although it may look like a card number. */
  readonly realmId?: string | undefined
}

/** The mark replacing a secret. */
export const hiddenMark = '[hidden]'

/** A text with more is no one's record; its rest is left out. */
const maxNamedSecrets = 1_000

const formed = formedSecrets.map((secret) => ({ secret, pattern: new RegExp(secret.pattern, 'g') }))

/** A longer word has no secret. */
const maxWordCharacters = 400
const endsWord = /[\s"'<>,;&]/
const mayBeNumber = /[\d .+-]/

/**
 * Removes what must not be in a log from JSON, XML, a query, an address, a form or a sentence: tokens, passwords, tax
 * identifiers, and card and bank account numbers, whose last four digits may stay.
 */
export function redact(text: string, about: RedactedText = {}): string {
  const redacted = hide(about.isCut ? withoutCutWord(text) : text, about)
  const decoded = decodeEscapes(redacted)
  if (decoded === redacted) return redacted
  // A text without secrets stays as sent, ready to be replayed.
  const redactedDecoded = hide(decoded, about)
  return redactedDecoded === decoded ? redacted : redactedDecoded
}

/** Returns whether a text contains something forbidden in a log. */
export function hasSecret(text: string): boolean {
  return redact(text) !== text
}

function hide(text: string, about: RedactedText): string {
  return hideFormed(hideNamed(text), about)
}

function hideNamed(text: string): string {
  let redacted = ''
  let end = 0
  let count = 0
  for (const { secret, between, value, start } of findNamedValues(text)) {
    const shown = secret.pattern ? value.replace(secret.pattern, keepLastFour) : toMark(between, value)
    redacted += text.slice(end, start) + shown
    end = start + value.length
    count += 1
    if (count === maxNamedSecrets) return `${redacted}…`
  }
  return end === 0 ? text : redacted + text.slice(end)
}

/** Returns the mark in the replaced value's notation. */
function toMark(between: string, value: string): string {
  const quote = /^\\{0,7}["']/.exec(value)?.[0]
  if (quote !== undefined) return quote + hiddenMark + quote
  // A JSON number, list or object, and a number in a query.
  if (/["']\s*:\s*$/.test(between)) return `"${hiddenMark}"`
  return /[=<>]\s+$|\($/.test(between) ? `'${hiddenMark}'` : hiddenMark
}

function hideFormed(text: string, { realmId }: RedactedText): string {
  return formed.reduce(
    (redacted, { secret, pattern }) =>
      redacted.replace(pattern, (found) => (found === realmId ? found : hideOne(found, secret))),
    text,
  )
}

function hideOne(found: string, { isSecret, keeps, keepsLastFour }: FormedSecret): string {
  if (isSecret?.(found) === false) return found
  return keepsLastFour ? keepLastFour(found) : (keeps?.exec(found)?.[0] ?? '') + hiddenMark
}

function keepLastFour(text: string): string {
  return hiddenMark + text.slice(-4)
}

/** Removes the last, incomplete word and the digits in front of it. */
function withoutCutWord(text: string): string {
  const first = Math.max(0, text.length - maxWordCharacters)
  let end = text.length
  while (end > first && !endsWord.test(text.charAt(end - 1))) end -= 1
  if (end === first) return first === 0 ? '' : text
  while (end > first && mayBeNumber.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
