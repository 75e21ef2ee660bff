import { type Element, leaf } from '../qbxml/element.ts'
import { type JsonValue, scalarText } from './json.ts'
import type { LineKind } from './line-kind.ts'
import type {
  Choice,
  DerivedRow,
  Filter,
  IgnoredRow,
  LinesRow,
  Passes,
  ReadContext,
  RefusedRow,
  Spelling,
  Traits,
  ValueKind,
  ValueRow,
} from './row.ts'

/** STRTYPE. */
export const text = value('text')

function value(kind: ValueKind) {
  return (element: string, ...traits: Traits[]): ValueRow => {
    const merged: Traits = Object.assign({}, ...traits)
    return { kind, element, ...merged }
  }
}

/** AMTTYPE: money, two decimals. */
export const amount = value('amount')
/** QUANTYPE: at most 5 decimals. */
export const quantity = value('quantity')
/** PRICETYPE: at most 5 decimals. */
export const price = value('price')
/** PERCENTTYPE: at most 5 decimals. */
export const percent = value('percent')
/** FLOATTYPE: an exchange rate. */
export const rate = value('rate')
/** INTTYPE. */
export const whole = value('whole')
/** BOOLTYPE, or another spelling of yes and no. */
export const bool = value('bool')
/** DATETYPE. */
export const date = value('date')
/** `{ value, name }` on the client side, `ListID` and `FullName` on the desktop. */
export const ref = value('ref')

/** One of a few values; a string stands for a value that both sides spell alike. */
export function choice(element: string, choices: readonly (string | Choice)[], ...traits: Traits[]): ValueRow {
  return value('choice')(element, ...traits, {
    choices: choices.map((each) => (typeof each === 'string' ? { client: each, desktop: each } : each)),
  })
}

/** Worked out from the desktop's record; `structure` cannot be used in a condition. */
export function derived(
  type: DerivedRow['type'],
  from: DerivedRow['from'],
  options: Omit<DerivedRow, 'kind' | 'type' | 'from'> = {},
): DerivedRow {
  return { kind: 'derived', type, from, ...options }
}

/** How a line table differs from one that is merged by ids. */
export interface LinesOptions
  extends Partial<Pick<LinesRow, 'group' | 'required' | 'updates' | 'withoutIds' | 'alsoCheck' | 'settle'>> {
  /** Elements, with their texts, of a new record without lines: `{ IsAutoApply: 'false' }`. */
  readonly whenNone?: Readonly<Record<string, string>>
}

/** The line table. */
export function lines(
  element: string,
  kinds: readonly LineKind[],
  {
    group,
    required = false,
    updates = 'merged',
    withoutIds = false,
    whenNone = {},
    alsoCheck,
    settle,
  }: LinesOptions = {},
): LinesRow {
  return {
    kind: 'lines',
    element,
    group,
    required,
    kinds,
    updates,
    withoutIds,
    whenNone: Object.entries(whenNone).map(([name, text]) => leaf(name, text)),
    alsoCheck,
    settle,
  }
}

/** Known to the reference API, impossible on the desktop; blank and default values pass. */
export function refused(reason: string, passes?: Passes['passes']): RefusedRow {
  return passes === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, passes }
}

/** Read-only in the reference API, without meaning here. */
export const ignored: IgnoredRow = { kind: 'ignored' }

// What a row says beside its kind: each sets the member of `Traits` (row.ts) that tells what it means.
export function max(characters: number): Traits {
  return { max: characters }
}
export function between(smallest: number, largest: number): Traits {
  return { between: [smallest, largest] }
}
export function composedOf(...keys: readonly string[]): Traits {
  return { composedOf: keys }
}
export const required: Traits = { required: true }
export const requiredItem: Traits = { required: 'item' }
export const readOnly: Traits = { readOnly: true }
export const createOnly: Traits = { createOnly: true }
export const writeOnly: Traits = { writeOnly: true }
export const permanent: Traits = { permanent: true }
export const isName: Traits = { isName: true }
export const deducted: Traits = { deducted: true }
export function filter(how: Filter): Traits {
  return { filter: how }
}
export function openedBy(element: string, withKey: string): Traits {
  return { openedBy: { element, withKey } }
}
export function or(element: string): Traits {
  return { or: element }
}
export function inAdd(element: string): Traits {
  return { addElement: element }
}
export function writtenAs(element: string): Traits {
  return { addElement: element, modElement: element }
}
/** `initial` is what a new record has without a Mod, in the desktop's spelling. */
export function modOnly(initial: string): Traits {
  return { modOnly: { initial } }
}
/** `value` in the desktop's spelling changes nothing on the records that `on` tells, for this reason. */
export function futile(value: string, on: (record: Element) => boolean, reason: string): Traits {
  return {
    futile: { value, on, reason },
  }
}
export const fromNowOn: Traits = { fromNowOn: true }
export function readFrom(from: (record: Element, context: ReadContext) => JsonValue | undefined): Traits {
  return { from }
}
export function names(...values: string[]): Traits {
  return { names: values }
}
export function spelled(spelling: Spelling): Traits {
  return { spelling }
}
export function itemOf(object: string): Traits {
  return { itemOf: object }
}
export function addedTo(list: string): Traits {
  return { addedTo: list }
}
export function note(words: string): Traits {
  return { note: words }
}
export function fixed(reason: string, passes?: Passes['passes']): Traits {
  return {
    fixed: passes === undefined ? { reason } : { reason, passes },
  }
}

/** Passes these values, in any case. */
export function passing(...values: readonly (string | number | boolean)[]): NonNullable<Passes['passes']> {
  return (given) => values.some((each) => String(each).toLowerCase() === scalarText(given)?.toLowerCase())
}
