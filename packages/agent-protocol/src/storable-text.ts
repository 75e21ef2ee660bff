import { z } from 'zod'

/** Returns the schema for text PostgreSQL can store. */
export function storableText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((text) => !text.includes('\0'), 'contains NUL')
}
