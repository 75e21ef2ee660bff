import { Fault } from '@bridge/faults'

/** Characters shown from a long query on each side of the position. */
const excerptReach = 60

/**
 * Creates fault 4000 for a text that is not a query. Its detail marks the position with a caret.
 *
 * @param index position in the query, from 0
 * @param problem without a period, since the position follows
 */
export function syntaxError(query: string, index: number, problem: string): Fault {
  const { line, column } = toPosition(query, index)
  const from = Math.max(0, index - excerptReach)
  const before = from > 0 ? '…' : ''
  const after = index + excerptReach < query.length ? '…' : ''
  const excerpt = `${before}${blankControlCharacters(query.slice(from, index + excerptReach))}${after}`
  const caret = `${' '.repeat(before.length + (index - from))}^`
  return new Fault('4000', `QueryParserError: ${problem} at line ${line}, column ${column}.\n${excerpt}\n${caret}\n`)
}

function toPosition(query: string, index: number): { line: number; column: number } {
  const lines = query.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function blankControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/** Creates fault 4000 for a valid query that cannot be run. */
export function validationError(problem: string): Fault {
  return new Fault('4000', `QueryValidationError: ${problem}`)
}
