import { Problem } from '@bridge/faults'
import type { z } from 'zod'

/** Parses the input, or throws a Problem `invalid_request` naming the first invalid field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: describeIssue })
  if (result.success) return result.data
  throw inputProblem(result.error)
}

/** Returns the problem for the first invalid field, which `field` names. */
function inputProblem(error: z.ZodError): Problem {
  const [first] = error.issues
  const field = first ? findField(first) : ''
  return new Problem('invalid_request', describeInputError(error), field === '' ? {} : { field })
}

/** Returns the problem for a field with this violation, such as `is required`. */
export function fieldProblem(field: string, violation: string): Problem {
  return new Problem('invalid_request', `${field} ${violation}.`, { field })
}

/** The most items of a list that one message names. */
const maxViolations = 10

/** Returns a sentence naming the first invalid field and what is wrong with it; for items of a list, one for each. */
export function describeInputError(error: z.ZodError): string {
  const [first] = error.issues
  if (!first) return 'The input is malformed.'
  const isItem = typeof first.path[1] === 'number'
  const issues = isItem ? error.issues.filter(({ path }) => path[0] === first.path[0]) : [first]
  return issues.slice(0, maxViolations).map(describeViolation).join(' ')
}

function describeViolation(issue: z.core.$ZodIssue): string {
  const field = findField(issue)
  const violation = `${issue.message.replace(/\.$/, '')}.`
  if (field !== '') return `${field} ${violation}`
  return /^[a-z]/.test(violation) ? `The input ${violation}` : violation
}

/** Returns the path to an invalid field: `redirectUris[1]`; empty for the input itself. */
function findField(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return before === '' ? String(part) : `${before}.${String(part)}`
  }, '')
}

type Issue = z.core.$ZodRawIssue

/** Words an issue without a message in its schema. The field's name precedes the text. */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[String(issue.expected)] ?? String(issue.expected)}`
    case 'unrecognized_keys':
      return 'is not a known field'
    case 'invalid_value':
      return `must be ${listValues(issue.values as readonly unknown[])}`
    case 'too_big':
      return `must ${getVerb(issue)} at most ${countUnits(issue.maximum, issue)}`
    case 'too_small':
      return `must ${getVerb(issue)} at least ${countUnits(issue.minimum, issue)}`
    case 'invalid_format':
      return `must be ${formats[String(issue.format)] ?? 'in the documented format'}`
    default:
      return 'is invalid'
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'a time such as 2026-03-01T09:00:00Z',
  date: 'a date such as 2026-03-01',
  email: 'an email address',
  url: 'an absolute URL',
  uuid: 'a UUID',
}

/** `"sample" or "empty"` */
function listValues(values: readonly unknown[]): string {
  const printed = values.map((value) => JSON.stringify(value))
  return printed.length < 3 ? printed.join(' or ') : `one of ${printed.join(', ')}`
}

function getVerb({ origin }: Bounded): string {
  return origin === 'array' ? 'have' : 'be'
}

interface Bounded {
  readonly origin?: unknown
}

function countUnits(bound: unknown, { origin }: Bounded): string {
  const unit = { string: 'character', array: 'item' }[String(origin)]
  if (unit === undefined) return String(bound)
  return `${String(bound)} ${unit}${Number(bound) === 1 ? '' : 's'}`
}
