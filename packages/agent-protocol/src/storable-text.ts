import { z } from 'zod'

/** Returns the schema for text PostgreSQL can store. */
export function storableText(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .refine((text) => !text.includes('\0'), 'contains NUL')
}
