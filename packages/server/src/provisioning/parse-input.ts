import { Problem } from '@bridge/faults'
import type { z } from 'zod'

/** The input as the schema has it. @throws Problem `invalid_request` that names the first field at fault. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.')
  throw new Problem(
    'invalid_request',
    field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The input is malformed.'),
  )
}
