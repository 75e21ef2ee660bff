import { z } from 'zod'

/** No control characters, no halves of characters, nothing that XML cannot carry. */
const characters = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u
const problem = 'must not contain control characters'

/** Text that can be looked for. */
export const printableSchema = z.string().regex(characters, problem)

/** A name that people give to a thing: printable, without surrounding white space, at most `max` characters. */
export function nameSchema(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters long`)
    .regex(characters, problem)
}
