import { z } from 'zod'

/** A name that people give to a thing: printable, without surrounding white space, at most `max` characters. */
export const name = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters long`)
    .regex(/^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u, 'must not contain control characters')
