import type { CheckedRecord } from '../table/checked.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import type { Row } from '../table/row.ts'
import { isBlank } from './check-value.ts'
import { type ClientNode, clientTree } from './client-tree.ts'
import type { IsStorable } from './code-page.ts'

/** A letter the company file cannot store, and the path to its field. */
export interface ForeignLetter {
  readonly path: string
  readonly letter: string
}

/** Returns the first letter the company file cannot store in each written text. */
export function findForeignLetters(
  { table, variant, body, lines = [] }: Pick<CheckedRecord, 'table' | 'variant' | 'body' | 'lines'>,
  isStorable: IsStorable,
): readonly ForeignLetter[] {
  const rows = (variant ?? table.variants[0])?.rows
  return [
    ...findIn(rows && clientTree(rows), body, '', isStorable),
    ...lines.flatMap(({ path, kind, body: line }) => findIn(kind && clientTree(kind.rows), line, path, isStorable)),
  ]
}

function findIn(
  node: ClientNode | undefined,
  value: JsonValue,
  path: string,
  isStorable: IsStorable,
): readonly ForeignLetter[] {
  if (node?.row !== undefined && !isWritten(node.row)) return []
  if (typeof value === 'string') {
    const letter = [...value].find((each) => !isStorable(each))
    return letter === undefined ? [] : [{ path, letter }]
  }
  if (Array.isArray(value))
    return value.flatMap((each, index) => findIn(undefined, each, `${path}[${index}]`, isStorable))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    isNameOfReference(value, name)
      ? []
      : findIn(node?.children.get(name), each, path === '' ? name : `${path}.${name}`, isStorable),
  )
}

function isWritten({ access }: Row): boolean {
  return access === 'readWrite' || access === 'createOnly' || access === 'customFields' || access === 'openingBalance'
}

/** Returns whether it is the name next to a reference's ID, which is not written. */
function isNameOfReference(value: JsonObject, name: string): boolean {
  return name === 'name' && !isBlank(value.value)
}

/** Replaces letters the company file cannot store by question marks, as QuickBooks does. */
export function replaceForeignLetters<Value extends JsonValue>(value: Value, isStorable: IsStorable): Value {
  const replace = (each: JsonValue): JsonValue => {
    if (typeof each === 'string') return [...each].map((letter) => (isStorable(letter) ? letter : '?')).join('')
    if (Array.isArray(each)) return each.map(replace)
    if (!isJsonObject(each)) return each
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, replace(inner)]))
  }
  return replace(value) as Value
}
