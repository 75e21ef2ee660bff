import { Fault } from '@bridge/faults'
import { parseSpan } from '@bridge/translation'
import { type QueryParameters, restoreTimeOffsets } from '../http/query-parameters.ts'
import type { Changes } from './operation.ts'

/** How far back changes can be asked for (specification, section 8). */
const lookBackDays = 30
const day = 24 * 60 * 60

/**
 * Reads a request for changed data (specification, section 4.5).
 *
 * @param now the time of the request, from which the look-back is counted: to the second from a time, and in whole UTC
 * days from a date
 * @throws Fault `CDC_INVALID_ENTITIES`, `CDC_INVALID_CHANGED_SINCE`
 */
export function parseChanges(parameters: QueryParameters, now: Date): Changes {
  return {
    kind: 'changes',
    entities: entitiesIn(parameters.get('entities') ?? []),
    since: sinceOf(parameters.get('changedsince') ?? [], Math.floor(now.getTime() / 1000)),
  }
}

/** The names that were asked for, each once, as it was first written. */
function entitiesIn(values: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  for (const part of values.join(',').split(',')) {
    const name = part.trim()
    const key = name.toLowerCase()
    if (name !== '' && !names.has(key)) names.set(key, name)
  }
  if (names.size > 0) return [...names.values()]
  throw new Fault(
    'CDC_INVALID_ENTITIES',
    'The parameter `entities` is missing or empty. Send entity names with commas between them.',
    { element: 'entities' },
  )
}

/** The first second, since 1970, whose changes are asked for. */
function sinceOf(values: readonly string[], now: number): number {
  const [text, ...others] = new Set(values.map((value) => value.trim()))
  if (text === undefined || text === '') throw invalidSince('is missing')
  if (others.length > 0) throw invalidSince('is given more than once')
  const span = parseSpan(restoreTimeOffsets(text))
  if (span === undefined) {
    throw invalidSince(`is neither a date like 2026-01-31 nor a time like 2026-01-31T10:00:00-08:00`)
  }
  const isDate = span.to > span.from
  const earliest = (isDate ? now - (now % day) : now) - lookBackDays * day
  if (span.from < earliest) throw invalidSince(`lies more than ${lookBackDays} days back`)
  return span.from
}

function invalidSince(what: string): Fault {
  return new Fault('CDC_INVALID_CHANGED_SINCE', `The parameter \`changedSince\` ${what}.`, { element: 'changedSince' })
}
