import { Problem } from '@bridge/faults'
import type { z } from 'zod'

/** Parses the input, or throws a Problem `invalid_request` that names the first invalid field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new Problem('invalid_request', describeInputError(result.error))
}

/** Returns a sentence that names the first invalid field and what is wrong with it. */
export function describeInputError({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'The input is malformed.'
  const field = issue.path.join('.')
  if (field === '') return `${issue.message.replace(/\.$/, '')}.`
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return `${field} is required.`
  return issue.message.startsWith('must ') ? `${field} ${issue.message}.` : `${field}: ${issue.message}.`
}
