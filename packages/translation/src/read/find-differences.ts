import type { Element } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import { type ClientNode, clientTree } from '../check/client-tree.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { isJsonObject, type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { findLinesRow, getLines, lineKindFor } from '../table/line-table.ts'
import type { LineKind, LinesRow } from '../table/row.ts'
import { type CompareScope, isKept } from './is-kept.ts'
import { variantOfRecord } from './requests.ts'
import type { ReadResult } from './response.ts'

/**
 * Compares a written record with the one QuickBooks returned, and returns the paths to sent values that differ or are
 * missing: `Line[2].Received`. Values only repeated by clients, such as `MetaData`, are not compared.
 */
export function findDifferences(
  { table, body, id }: Pick<CheckedRecord, 'table' | 'body' | 'id'>,
  { records: [stored], elements: [element] }: Pick<ReadResult, 'records' | 'elements'>,
): readonly string[] {
  const variant = element && variantOfRecord(table, element)
  if (stored === undefined || element === undefined || variant === undefined) return []
  const isUpdate = id !== undefined
  const row = findLinesRow(variant.rows)
  return [
    ...compareGroup(clientTree(variant.rows), body, stored, { isLine: false, isUpdate }),
    ...compareCustomFields(body.CustomField, stored.CustomField),
    ...(row === undefined ? [] : compareLines(row, body.Line, toReturnedLines(row, stored.Line, element), isUpdate)),
  ]
}

function compareGroup(
  node: ClientNode,
  sent: JsonObject,
  stored: JsonValue | undefined,
  scope: CompareScope,
): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const member = node.children.get(name)
    if (member === undefined || member.key === 'Id') return []
    const returned = isJsonObject(stored) ? stored[name] : undefined
    if (member.row === undefined) return isJsonObject(value) ? compareGroup(member, value, returned, scope) : []
    return isKept(member.row, value, returned, scope) ? [] : [member.key]
  })
}

function compareCustomFields(sent: JsonValue | undefined, stored: JsonValue | undefined): readonly string[] {
  const returned = new Map(
    toObjects(stored).map(({ Name, StringValue }) => [scalarText(Name)?.toLowerCase(), scalarText(StringValue)]),
  )
  return toObjects(sent).flatMap(({ Name, StringValue }, index) => {
    const name = scalarText(Name)?.trim().toLowerCase()
    if (isBlank(StringValue) || name === undefined) return []
    return returned.get(name)?.trim() === scalarText(StringValue)?.trim() ? [] : [`CustomField[${index}]`]
  })
}

function toObjectsWithPaths(lines: JsonValue | undefined) {
  return (Array.isArray(lines) ? lines : []).flatMap((line, index) =>
    isJsonObject(line) ? [{ line, path: `Line[${index}]` }] : [],
  )
}

function toObjects(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

interface ReturnedLine {
  readonly line: JsonObject
  readonly kind: LineKind
}

function toReturnedLines(row: LinesRow, lines: JsonValue | undefined, record: Element): readonly ReturnedLine[] {
  const kinds = getLines(row, record).map((element) => lineKindFor(row, element))
  return toObjects(lines).flatMap((line, index) => {
    const kind = kinds[index]
    return kind === undefined ? [] : [{ line, kind }]
  })
}

/** Compares each line with the returned line sharing its ID, or else with the most similar one of its type. */
function compareLines(
  { withoutIds }: LinesRow,
  sent: JsonValue | undefined,
  returned: readonly ReturnedLine[],
  isUpdate: boolean,
): readonly string[] {
  const lines = toObjectsWithPaths(sent).map(({ line, path }) => ({
    line,
    path,
    id: isUpdate && !withoutIds && !isBlank(line.Id) ? scalarText(line.Id) : undefined,
  }))
  const byId = new Map(returned.map((each) => [scalarText(each.line.Id), each]))
  const named = new Set(lines.flatMap(({ id }) => (id === undefined ? [] : [byId.get(id)])))
  const left = new Set(returned.filter((each) => !named.has(each)))
  return lines.flatMap(({ line, path, id }) => {
    if (id === undefined && line.DetailType === 'SubTotalLineDetail') return []
    const scope = { isLine: true, isUpdate: id !== undefined }
    const found = findSimilar(line, id === undefined ? left : [byId.get(id)], scope)
    if (found === undefined) return [path]
    left.delete(found.candidate)
    return found.differences.map((key) => `${path}.${key}`)
  })
}

/** Bounds the work for a record with many lines. */
const maxCompared = 20

interface Similar {
  readonly candidate: ReturnedLine
  readonly differences: readonly string[]
}

/** Returns the candidate with the fewest differences. QuickBooks keeps the order, so it is among the first. */
function findSimilar(
  line: JsonObject,
  candidates: Iterable<ReturnedLine | undefined>,
  scope: CompareScope,
): Similar | undefined {
  let best: Similar | undefined
  let compared = 0
  for (const candidate of candidates) {
    if (candidate === undefined || compared === maxCompared) break
    const { line: stored, kind } = candidate
    if (!scope.isUpdate && !hasSameType(line, stored)) continue
    compared += 1
    const differences = compareGroup(clientTree(kind.rows), line, stored, scope)
    if (best === undefined || differences.length < best.differences.length) best = { candidate, differences }
    if (differences.length === 0) break
  }
  return best
}

function hasSameType(sent: JsonObject, stored: JsonObject): boolean {
  return isBlank(sent.DetailType) || isBlank(stored.DetailType) || sent.DetailType === stored.DetailType
}
