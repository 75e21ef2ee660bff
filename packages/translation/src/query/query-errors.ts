import { Fault } from '@bridge/faults'

/** How much of a long query stands around the caret, on each side. */
const excerptReach = 60

/** Fault 4000 for text that is no query; its detail shows the place with a caret. `index` counts from 0. */
export function syntaxError(query: string, index: number, problem: string): Fault {
  const { line, column } = placeOf(query, index)
  const from = Math.max(0, index - excerptReach)
  const before = from > 0 ? '…' : ''
  const after = index + excerptReach < query.length ? '…' : ''
  const excerpt = `${before}${visible(query.slice(from, index + excerptReach))}${after}`
  const caret = `${' '.repeat(before.length + (index - from))}^`
  return new Fault('4000', `QueryParserError: ${problem} at line ${line}, column ${column}.\n${excerpt}\n${caret}\n`)
}

function placeOf(query: string, index: number): { line: number; column: number } {
  const lines = query.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/** Fault 4000 for a query that reads well and asks for what cannot be asked. */
export function validationError(problem: string): Fault {
  return new Fault('4000', `QueryValidationError: ${problem}`)
}
