import type { Values } from './placeholders.ts'

/** Values that differ in another walk: IDs, sync tokens, times, dates and numbers of transactions. */
const changing =
  /\b(?:[A-Z]{2,}-)?[0-9A-F]+-\d{10}\b|\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?\b|\b\d{9,16}\b|(?<=\bDocNumber(?:>|":\s?"))\w+/g

/**
 * Replaces what differs in another walk by placeholders, as {@link fillText} fills them. A changing value that came
 * neither with the call nor from the service stays.
 */
export function insertPlaceholders(text: string, values: Values): string {
  const named = insertNames(insertPages(text, values.parameters), values)
  return named.replace(changing, (value, offset: number) => {
    const field = /(\w+)(?:>|\s[^<>]*>|":\s*"?)$/.exec(named.slice(0, offset))?.[1]
    const path = findPath(value, field, values)
    return path === undefined ? value : `{{${path}}}`
  })
}

function insertPages(text: string, parameters: readonly unknown[]): string {
  const size = Number(parameters[1])
  if (!Number.isInteger(size)) return text
  return text
    .replace(/(startposition(?:\+|%20| ))(\d+)/i, (_, word, position) => `${word}{{page ${(position - 1) / size}}}`)
    .replace(new RegExp(`(maxresults(?:\\+|%20| ))${size}\\b`, 'i'), '$1{{1}}')
}

function insertNames(text: string, { names, parameters }: Values): string {
  const since = parameters[1] instanceof Date ? { since: parameters[1].toISOString().slice(0, 19) } : {}
  // A secret may contain the tag, but not the reverse.
  const entries = Object.entries({ ...names, ...since }).sort(([, first], [, second]) => second.length - first.length)
  return entries.reduce(
    (inserted, [name, value]) =>
      inserted.replaceAll(value, `{{${name}}}`).replaceAll(encodeURIComponent(value), `{{url ${name}}}`),
    text,
  )
}

/** Finds where a value comes from: the nearest body or parameter, at best in the field of the same name. */
function findPath(value: string, field: string | undefined, { bodies, parameters }: Values): string | undefined {
  const paths = [
    ...[...bodies.entries()].reverse().flatMap(([index, body]) => listPaths(body, value, `body ${index}`)),
    ...[...parameters.entries()].flatMap(([index, parameter]) => listPaths(parameter, value, `${index}`)),
  ]
  return paths.find((path) => path.endsWith(`.${field}`) || path.endsWith(`.${field}.value`)) ?? paths[0]
}

function listPaths(parent: unknown, value: string, path: string): string[] {
  if (parent === value) return [path]
  if (typeof parent !== 'object' || parent === null) return []
  return Object.entries(parent).flatMap(([key, child]) => listPaths(child, value, `${path}.${key}`))
}
