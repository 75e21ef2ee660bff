import type { Completion, CompletionList } from './completion.ts'
import type { EntityEntry, EntityField } from './entity-tables.ts'

interface Source {
  readonly entities: () => Promise<readonly EntityEntry[]>
  readonly fields: (entity: string) => Promise<readonly EntityField[]>
}

/** The words after which a query continues with an entity, a property or an operator. */
const operators = ['=', '!=', '<', '>', '<=', '>=', 'in', 'like']
const keywords = ['select', 'from', 'where', 'and', 'orderby', 'startposition', 'maxresults', 'asc', 'desc']

/** Completes a query's entities, properties, operators and values. */
export async function completeQueryAt(text: string, at: number, source: Source): Promise<CompletionList> {
  const before = text.slice(0, at)
  const word = takeLast(before, /[\w.']/)
  const options = await completeQuery(before.slice(0, before.length - word.length), text, source)
  return { from: at - word.length, to: at, options, isTyped: word !== '' || /\s$/.test(before) }
}

/** Returns what can follow a query's beginning. */
export async function completeQuery(before: string, text: string, { entities, fields }: Source): Promise<Completion[]> {
  if (/\bfrom\s+$/i.test(before)) {
    const all = await entities()
    return all.filter(({ operations }) => operations.includes('query')).map(({ name }) => ({ label: name }))
  }
  const table = await fields(/\bfrom\s+(\w+)/i.exec(text)?.[1] ?? '')
  const compared = findCompared(before)
  if (compared !== '') return completeValues(table, compared)
  const isName = /(\bselect|\bwhere|\band|\borderby|\border\s+by|,)\s+$/i.test(before)
  const isAfterName = /(\bwhere|\band)\s+[\w.]+\s+$/i.test(before)
  if (isAfterName) return operators.map((label) => ({ label }))
  const words = keywords.map((label): Completion => ({ label }))
  if (!isName) return words
  return [
    ...completeProperties(table),
    ...(/select\s+$/i.test(before) ? ['*', 'count(*)'].map((label) => ({ label })) : []),
  ]
}

/** Returns the name before a text's final operator; empty without one. */
function findCompared(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.endsWith('=') ? takeLast(trimmed.replace(/!?=$/, '').trimEnd(), /[\w.]/) : ''
}

/** Returns a text's longest ending made from some characters. */
function takeLast(text: string, character: RegExp): string {
  let start = text.length
  while (start > 0 && character.test(text.charAt(start - 1))) start -= 1
  return text.slice(start)
}

function completeProperties(fields: readonly EntityField[]): Completion[] {
  const names = fields
    .filter(({ path, access }) => access !== 'refused' && access !== 'write-only' && !path.startsWith('Line.'))
    .flatMap(({ path, type }) => (type === 'ref' ? [path, `${path}.value`, `${path}.name`] : [path]))
  return [...new Set(names)].map((label) => ({ label }))
}

function completeValues(fields: readonly EntityField[], name: string): Completion[] {
  const field = fields.find(({ path }) => path.toLowerCase() === name.toLowerCase())
  if (field?.type === 'bool') return ['true', 'false'].map((label) => ({ label }))
  return (field?.values ?? []).map((value) => ({ label: `'${value}'` }))
}
