import { z } from 'zod'

/** Rejects control characters, unpaired surrogates and characters forbidden in XML. */
const characters = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u
const violation = 'must not contain control characters'

/** Text a filter can search for. */
export const printableSchema = z.string().regex(characters, violation)

/** A name chosen by users: printable, trimmed, at most `max` characters. */
export function nameSchema(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .regex(characters, violation)
}
