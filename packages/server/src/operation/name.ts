import { z } from 'zod'

/** Rejects control characters, unpaired surrogates and characters that XML cannot represent. */
const characters = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u
const violation = 'must not contain control characters'

/** Text that a filter can search for. */
export const printableSchema = z.string().regex(characters, violation)

/** A name that users choose: printable, trimmed, at most `max` characters. */
export function nameSchema(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .regex(characters, violation)
}
