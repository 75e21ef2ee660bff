import { Fault } from '@bridge/faults'
import { branch, child, childrenByName, childText, type Element, leaf } from '@bridge/qbxml'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { Variant } from '../table/entity-table.ts'
import type { GroupNames } from '../table/resolve.ts'
import { type DerivedRow, isValueRow, type Row, type Rows, type ValueRow } from '../table/row.ts'
import type { Label } from '../table/traits.ts'

type Writing = 'add' | 'mod'

export function createLineElements(rows: Rows, values: CheckedValues, writing: Writing): Element[] {
  return toElements(rows, values, writing, (row) => elementFor(row, writing))
}

/** An element being filled. */
interface Growing {
  readonly name: string
  readonly children: (Growing | Element)[]
}

/** Creates elements for checked values, in row order. `pathOf` returns the path for a row's value. */
function toElements(
  rows: Rows,
  values: CheckedValues,
  writing: Writing,
  pathOf: (row: ValueRow, key: string) => string,
): Element[] {
  const root: Growing = { name: '', children: [] }
  for (const [key, row] of Object.entries(rows)) {
    const value = values.get(key)
    if (value === undefined || !isWritten(row)) continue
    if (isElements(value)) root.children.push(...value)
    else if (isValueRow(row) && !(writing === 'add' && row.write.modOnly)) {
      const path = pathOf(row, key).split('/')
      if (row.label !== undefined && typeof value === 'string') {
        root.children.push(createLabeled(path, row.label, value))
        continue
      }
      put(root, path, value === '' && row.type === 'ref' ? { listId: '' } : value)
      if (writing === 'mod' && row.write.keepsPosted) put(root, applyToExisting(path), 'false')
    }
  }
  return [...finish(root).children]
}

function createLabeled([name = '', element = '']: readonly string[], label: Label, value: string): Element {
  return branch(name, [leaf(label.element, label.text), leaf(element, value)])
}

type WrittenRow = ValueRow | (DerivedRow & Required<Pick<DerivedRow, 'to'>>)

function isWritten(row: Row): row is WrittenRow {
  return isValueRow(row) || (row.kind === 'derived' && row.to !== undefined)
}

function isElements(value: CheckedValue): value is readonly Element[] {
  return Array.isArray(value)
}

function put(root: Growing, path: readonly string[], value: Exclude<CheckedValue, readonly Element[]>): void {
  let node = root
  for (const name of path.slice(0, -1)) {
    let next = node.children.filter(isGrowing).find((each) => each.name === name)
    if (next === undefined) {
      next = { name, children: [] }
      node.children.push(next)
    }
    node = next
  }
  node.children.push(leaves(path.at(-1) ?? '', value))
}

function isGrowing(node: Growing | Element): node is Growing {
  return !('text' in node)
}

function leaves(name: string, value: Exclude<CheckedValue, readonly Element[]>): Element {
  if (typeof value === 'string') return leaf(name, value)
  return branch(name, ['listId' in value ? leaf('ListID', value.listId) : leaf('FullName', value.fullName)])
}

/**
 * Returns the path of the element deciding about posted transactions: `ApplyIncomeAccountRefToExistingTxns` for
 * `IncomeAccountRef`.
 */
function applyToExisting(path: readonly string[]): readonly string[] {
  return [...path.slice(0, -1), `Apply${path.at(-1)}ToExistingTxns`]
}

function finish(node: Growing): Element {
  return branch(
    node.name,
    node.children.map((each) => (isGrowing(each) ? finish(each) : each)),
  )
}

/** Returns a value's path in a request. */
function elementFor(row: ValueRow, writing: Writing): string {
  const { addElement, modElement, openingBalance } = row.write
  return (writing === 'add' ? (addElement ?? openingBalance?.element) : modElement) ?? row.element
}

/** Creates a new record's header elements. */
export function createAddElements(variant: Variant, values: CheckedValues): Element[] {
  const group = groupFor(variant, values, undefined)
  return toElements(variant.rows, values, 'add', (row, key) =>
    renameGroup(inGroup(variant, group, row, key, elementFor(row, 'add')), variant.groupNames.add),
  )
}

/** Chooses one of two groups: the record's, or else the first able to contain every value. */
function groupFor({ oneOf, rows }: Variant, values: CheckedValues, current: Element | undefined): string | undefined {
  if (oneOf === undefined) return undefined
  const [first, second] = oneOf
  if (current !== undefined) {
    if (child(current, first) !== undefined) return first
    if (child(current, second) !== undefined) return second
  }
  const needsSecond = [...values.keys()].some((key) => {
    const row = rows[key]
    return row !== undefined && isValueRow(row) && getGroup(row.element) === second
  })
  return needsSecond ? second : first
}

function getGroup(path: string): string {
  return path.split('/', 1)[0] ?? path
}

function renameGroup(path: string, names: GroupNames): string {
  const [first = '', ...rest] = path.split('/')
  return [names[first] ?? first, ...rest].join('/')
}

function inGroup(variant: Variant, group: string | undefined, row: ValueRow, key: string, element: string): string {
  if (group === undefined || variant.oneOf?.includes(getGroup(element)) !== true || getGroup(element) === group)
    return element
  if (row.alternative !== undefined && getGroup(row.alternative) === group) return row.alternative
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${key} is not supported: QuickBooks Desktop stores this ${variant.desktop} as ${group}, which has no such field and cannot be converted to the other form.`,
    { element: key },
  )
}

/** Creates a changed record's header elements. `current` shows which of two groups the record has. */
export function createModElements(variant: Variant, values: CheckedValues, current: Element | undefined): Element[] {
  const group = groupFor(variant, values, current)
  const changed = toElements(variant.rows, values, 'mod', (row, key) =>
    renameGroup(inGroup(variant, group, row, key, elementFor(row, 'mod')), variant.groupNames.mod),
  )
  return [...changed, ...repeatLabeled(variant.rows, changed, current)]
}

/** Repeats the stored elements under labels left unchanged, because QuickBooks replaces them as a whole. */
function repeatLabeled(rows: Rows, changed: readonly Element[], current: Element | undefined): readonly Element[] {
  if (current === undefined) return []
  const labels = new Map(
    Object.values(rows).flatMap((row) =>
      isValueRow(row) && row.label !== undefined ? [[getGroup(row.element), row.label] as const] : [],
    ),
  )
  return [...labels].flatMap(([name, { element, repeats }]) => {
    const sent = changed.filter((each) => each.name === name)
    if (sent.length === 0) return []
    const known = new Set(
      [...repeats, ...sent.map((each) => childText(each, element))].map((text) => text?.toLowerCase()),
    )
    return childrenByName(current, name).filter((each) => !known.has(childText(each, element)?.toLowerCase()))
  })
}
