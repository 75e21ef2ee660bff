import type { DocumentedResponse } from '../schemas/json-schema.ts'
import { componentRef, responseRef, xmlContent } from '../schemas/json-schema.ts'
import { headerRefs, rateHeaders } from './headers.ts'

interface ErrorRow {
  readonly status: number
  readonly alsoStatus?: readonly number[]
  readonly when: string
  readonly retryAfterSeconds?: number
}

/** The errors for one kind of operation. */
export interface ErrorSet {
  /** The prefix for response names in the components. */
  readonly name: string
  /** The body's component schema. */
  readonly schema: string
  /** Every error by code; `alsoStatus` lists the code's further statuses. */
  readonly rows: Readonly<Record<string, ErrorRow>>
  /** Returns an example body. */
  readonly example: (code: string) => unknown
  readonly challenge?: true
  /** The errors are also XML. */
  readonly isXml?: true
}

/** Returns the component responses for a set of errors by name, one per status. */
export function errorComponents(set: ErrorSet): Readonly<Record<string, DocumentedResponse>> {
  return Object.fromEntries(
    [...codesByStatus(set)].map(([status, codes]) => [`${set.name}${status}`, toResponse(set, status, codes)]),
  )
}

/** Returns an operation's references to its errors' component responses. */
export function errorRefs(set: ErrorSet): Readonly<Record<string, DocumentedResponse>> {
  return Object.fromEntries(
    [...codesByStatus(set).keys()].map((status) => [status, responseRef(`${set.name}${status}`)]),
  )
}

function codesByStatus({ rows }: ErrorSet): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>()
  for (const [code, { status, alsoStatus = [] }] of Object.entries(rows)) {
    for (const each of [status, ...alsoStatus].filter((each) => each >= 400)) {
      byStatus.set(each, [...(byStatus.get(each) ?? []), code])
    }
  }
  return new Map([...byStatus].sort(([left], [right]) => left - right))
}

function toResponse(set: ErrorSet, status: number, codes: readonly string[]): DocumentedResponse {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: set.rows[code]?.when, value: set.example(code) }]),
  )
  return {
    description: codes.map((code) => `\`${code}\`: ${set.rows[code]?.when}`).join('\n\n'),
    headers: headerRefs(
      ...rateHeaders,
      ...(status === 401 && set.challenge ? (['WWW-Authenticate'] as const) : []),
      ...(mayRetryLater(set, status, codes) ? (['Retry-After'] as const) : []),
    ),
    content: { 'application/json': { schema: componentRef(set.schema), examples }, ...(set.isXml && xmlContent) },
    'x-codes': codes,
  }
}

function mayRetryLater({ rows }: ErrorSet, status: number, codes: readonly string[]): boolean {
  return [409, 429, 503].includes(status) || codes.some((code) => rows[code]?.retryAfterSeconds !== undefined)
}
