import { Fault } from '@bridge/faults'
import { type QueryParameters, restoreTimeOffsets } from '@bridge/platform/query-parameters'
import { parseSpan } from '@bridge/translation'
import type { Changes } from './request.ts'

/** How old `changedSince` may be [dp-8:8]. */
const lookBackDays = 30
const daySeconds = 24 * 60 * 60

/**
 * Parses a request for changed data [dp-4.5:1].
 *
 * @param now the request's time, from which the maximum age is counted: to the second for a time, in whole UTC days
 * for a date
 * @throws Fault `CDC_INVALID_ENTITIES`, `CDC_INVALID_CHANGED_SINCE`
 */
export function parseChanges(parameters: QueryParameters, now: Date): Changes {
  return {
    kind: 'changes',
    entities: parseNames(parameters.get('entities') ?? []),
    since: parseSince(parameters.get('changedsince') ?? [], Math.floor(now.getTime() / 1000)),
  }
}

/** Returns each name once, as it was first written. */
function parseNames(values: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  for (const part of values.join(',').split(',')) {
    const name = part.trim()
    const key = name.toLowerCase()
    if (name !== '' && !names.has(key)) names.set(key, name)
  }
  if (names.size > 0) return [...names.values()]
  throw new Fault(
    'CDC_INVALID_ENTITIES',
    'The parameter `entities` is missing or empty. Send entity names separated by commas.',
    { element: 'entities' },
  )
}

/** Parses `changedSince` into seconds since 1970. */
function parseSince(values: readonly string[], now: number): number {
  const [text, ...others] = new Set(values.map((value) => value.trim()))
  if (text === undefined || text === '') throw invalidSince('is missing')
  if (others.length > 0) throw invalidSince('appears more than once')
  const span = parseSpan(restoreTimeOffsets(text))
  if (span === undefined) {
    throw invalidSince('is neither a date like 2026-01-31 nor a time like 2026-01-31T10:00:00-08:00')
  }
  const isDate = span.to > span.from
  const earliest = (isDate ? now - (now % daySeconds) : now) - lookBackDays * daySeconds
  if (span.from < earliest) throw invalidSince(`is more than ${lookBackDays} days ago`)
  return span.from
}

function invalidSince(problem: string): Fault {
  return new Fault('CDC_INVALID_CHANGED_SINCE', `The parameter \`changedSince\` ${problem}.`, {
    element: 'changedSince',
  })
}
