import { z } from 'zod'
import { describeHidden, findHidden, removeHidden } from './hidden-characters.ts'

/** Rejects control characters, unpaired surrogates and characters forbidden in XML. */
const characters = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u

/** Text a filter can search for: names from before `nameSchema` rejected hidden characters, too. */
export const printableSchema = z.string().regex(characters, 'must not contain control characters')

/** A name chosen by users: without hidden characters, trimmed, at most `max` characters. */
export function nameSchema(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .superRefine((name, context) => {
      const found = findHidden(name)
      if (found) context.addIssue({ code: 'custom', message: `must not contain ${describeHidden(found)}` })
    })
}

/**
 * A name from another program, such as an agent, which cannot correct it: hidden characters are removed, and what is too
 * long is cut.
 */
export function foreignNameSchema(max: number) {
  return z
    .string()
    .transform((name) => cleanForeignName(name, max))
    .pipe(z.string().min(1, 'must not be empty'))
}

/** Removes hidden characters from another program's name, and cuts it to `max` characters. */
export function cleanForeignName(name: string, max: number): string {
  return removeHidden(name).slice(0, max).toWellFormed().trim()
}
