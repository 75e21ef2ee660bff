import { childrenByName, childText, leaf } from '@bridge/qbxml'
import { scalarText } from './json.ts'
import type {
  BorrowedRow,
  DerivedRow,
  FieldSpec,
  IgnoredRow,
  LineKindSpec,
  LinesSpec,
  RefusedRow,
  RowSpec,
  RowSpecs,
} from './row.ts'
import type {
  Access,
  Adjustment,
  Choice,
  Filter,
  Label,
  Origin,
  Passes,
  ReadTraits,
  ReferenceTest,
  Spelling,
  Traits,
  ValueType,
} from './traits.ts'

/** Creates a value with a desktop element. Its type and length follow from the message tables. */
export function field(element: string, ...traits: readonly Traits[]): FieldSpec {
  return { kind: 'field', element, ...merge(traits) }
}

function merge(traits: readonly Traits[]): Traits {
  const merged: Record<string, unknown> = {}
  for (const each of traits) {
    for (const [name, value] of Object.entries(each)) {
      merged[name] = groups.has(name) ? Object.assign({}, merged[name], value) : value
    }
  }
  return merged
}

const groups = new Set(['write', 'read', 'query'])

/** Creates a value limited to a few words. A string is a word both sides share. */
export function choice(
  element: string,
  choices: readonly (string | Choice)[],
  ...traits: readonly Traits[]
): FieldSpec {
  return field(element, ...traits, {
    type: 'choice',
    choices: choices.map((each) => (typeof each === 'string' ? { client: each, desktop: each } : each)),
  })
}

/**
 * Creates a value computed from the desktop record. Without `to` or `rejection` it is read-only. A function without
 * parameters reads no elements; others should name theirs in `reads`, which lets queries sort by the value.
 */
export function derived(
  type: DerivedRow['type'],
  from: DerivedRow['from'],
  options: Omit<DerivedRow, 'kind' | 'type' | 'from' | 'access'> & { readonly createOnly?: true } = {},
): DerivedRow {
  const { createOnly, ...rest } = options
  const reads = from.length === 0 ? { reads: [] } : {}
  return { kind: 'derived', access: getDerivedAccess(options), type, from, ...reads, ...rest }
}

function getDerivedAccess({ to, createOnly, rejection }: Parameters<typeof derived>[2] & object): DerivedRow['access'] {
  if (to !== undefined) return createOnly ? 'createOnly' : 'readWrite'
  return rejection === undefined ? 'readOnly' : 'repeatOnly'
}

/** `Line` array options; by default, lines are merged by ID. */
export interface LinesOptions
  extends Partial<Omit<LinesSpec, 'kind' | 'access' | 'element' | 'kinds' | 'whenEmpty' | keyof Origin>> {
  /** Elements for a new record without lines: `{ IsAutoApply: 'false' }`. */
  readonly whenEmpty?: Readonly<Record<string, string>>
}

/** Creates the `Line` array. */
export function lines(
  element: string,
  kinds: readonly LineKindSpec[],
  { whenEmpty = {}, ...options }: LinesOptions = {},
): LinesSpec {
  return {
    kind: 'lines',
    access: 'lines',
    element,
    kinds,
    required: false,
    updates: 'merged',
    withoutIds: false,
    isAlwaysRead: false,
    whenEmpty: Object.entries(whenEmpty).map(([name, text]) => leaf(name, text)),
    ...options,
  }
}

/**
 * Creates a field impossible on the desktop. Blank and default values pass.
 *
 * @param instead what a client sends instead, as a sentence
 */
export function refused(reason: string, instead: string, passes?: Passes, passesFor?: ReferenceTest): RefusedRow {
  return {
    kind: 'refused',
    access: 'refused',
    reason,
    instead,
    ...(passes && { passes }),
    ...(passesFor && { passesFor }),
  }
}

/** Creates a field whose value belongs to the record named by another field. */
export function borrowed(spec: Omit<BorrowedRow, 'kind' | 'access'>): BorrowedRow {
  return { kind: 'borrowed', access: 'borrowed', ...spec }
}

/** A field the desktop does not keep: never read, ignored with a warning when sent. */
export const ignored: IgnoredRow = { kind: 'ignored', access: 'ignored' }

/** Creates a field the desktop does not keep, ignored with a warning unless its value changes nothing. */
export function ignoredUnless(passes: Passes): IgnoredRow {
  return { ...ignored, passes }
}

/** A field set by QBO itself, such as `domain`: never read, ignored when repeated. */
export const echo: IgnoredRow = { ...ignored, isEcho: true }

/** Assigns the same row to several fields, for example one reason to reject them. */
export function sameRow<Spec extends RowSpec>(keys: readonly string[], row: Spec): Readonly<Record<string, Spec>> {
  return Object.fromEntries(keys.map((key) => [key, row]))
}

/** Marks rows as a shared part, for the documentation. `own` rows replace the part's. */
export function part(name: string, rows: RowSpecs, own: RowSpecs = {}): RowSpecs {
  const parts = Object.entries(rows).map(([key, row]) => [key, { part: name, ...row }])
  const owns = Object.entries(own).map(([key, row]) => [key, key in rows ? { replaces: name, ...row } : row])
  return { ...Object.fromEntries(parts), ...Object.fromEntries(owns) }
}

// Traits; their meanings are in traits.ts.

export const readOnly = access('readOnly')
export const createOnly = access('createOnly')

function access(value: Access): Traits {
  return { access: value }
}

export function repeatOnly(reason: string, instead: string, passes?: Passes): Traits {
  return { access: 'repeatOnly', rejection: { reason, instead, ...(passes && { passes }) } }
}
export function openingBalance(element: string, withKey: string): Traits {
  return { access: 'openingBalance', write: { openingBalance: { element, withKey } } }
}
export function typed(type: ValueType): Traits {
  return { type }
}
export function spelled(spelling: Spelling): Traits {
  return { type: 'bool', spelling }
}
export const negated: Traits = { negated: true }
export function alternative(element: string): Traits {
  return { alternative: element }
}
export function idPrefix(prefix: string): Traits {
  return { idPrefix: prefix }
}
/** Creates a text held by one among several elements, selected by a label. `element` is the text's path. */
export function labeled(element: string, label: Label, ...traits: readonly Traits[]): FieldSpec {
  const [name = '', value = ''] = element.split('/')
  const isLabel = (text: string | undefined): boolean => text?.toLowerCase() === label.text.toLowerCase()
  const from: ReadTraits['from'] = (record) => {
    const found = childrenByName(record, name).find((each) => isLabel(childText(each, label.element)))
    return (found && childText(found, value)) || undefined
  }
  return field(element, { label, read: { from } }, ...traits)
}
export function note(text: string): Traits {
  return { note: text }
}

export const required: Traits = { write: { required: true } }
export const requiredItem: Traits = { write: { required: 'item' } }
export const notClearable: Traits = { write: { notClearable: true } }
export function yieldsTo(key: string): Traits {
  return { write: { yieldsTo: key } }
}
export const acceptsNumbers: Traits = { write: { acceptsNumbers: true } }
export const isName: Traits = { write: { isName: true } }
export const keepsPosted: Traits = { write: { keepsPosted: true } }
export function max(characters: number): Traits {
  return { write: { max: characters } }
}
export function between(smallest: number, largest: number): Traits {
  return { write: { between: [smallest, largest] } }
}
export function since(earliest: string): Traits {
  return { write: { earliest } }
}
export function acceptsNames(...names: readonly string[]): Traits {
  return { write: { names } }
}
export function addedAs(element: string): Traits {
  return { write: { addElement: element } }
}
export function writtenAs(element: string): Traits {
  return { write: { addElement: element, modElement: element } }
}
/** `initial` is a new record's value, in the desktop's spelling. */
export function modOnly(initial: string): Traits {
  return { write: { modOnly: { initial } } }
}
/** A value that an update sets by a transaction, if the realm names an account for it. */
export function adjustedBy(adjustment: Adjustment): Traits {
  return { write: { adjustment } }
}
export function createsInList(list: string): Traits {
  return { write: { createsInList: list } }
}

export const writeOnly: Traits = { read: { hidden: true } }
/** Read-only although clients can set it in QBO; another value causes a warning. */
export const setByQuickBooks: Traits = { ...readOnly, read: { isSetByQuickBooks: true } }
/** Used when the record is written, but not kept. */
export const lost: Traits = { read: { hidden: true, isLost: true } }
/** A reference that accepts a stand-in: an ID for a record named by a realm setting. */
export const mayStandIn: Traits = { read: { mayStandIn: true } }
export function readFrom(from: NonNullable<ReadTraits['from']>, ...reads: readonly string[]): Traits {
  return { read: { from, ...(reads.length > 0 && { reads }) } }
}

export function filter(by: Filter): Traits {
  return { query: { filter: by } }
}

/** Accepts these values, in any case. */
export function passing(...values: readonly (string | number | boolean)[]): Passes {
  return (value) => values.some((each) => String(each).toLowerCase() === scalarText(value)?.toLowerCase())
}
