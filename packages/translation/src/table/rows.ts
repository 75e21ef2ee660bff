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

const value =
  (kind: ValueKind) =>
  (element: string, ...traits: Traits[]): ValueRow => {
    const merged: Traits = Object.assign({}, ...traits)
    return { kind, element, ...merged }
  }

/** STRTYPE. */
export const text = value('text')
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
export const choice = (element: string, choices: readonly (string | Choice)[], ...traits: Traits[]): ValueRow =>
  value('choice')(element, ...traits, {
    choices: choices.map((each) => (typeof each === 'string' ? { client: each, desktop: each } : each)),
  })

/** Worked out from the desktop's record; `structure` cannot be used in a condition. */
export const derived = (
  type: DerivedRow['type'],
  from: DerivedRow['from'],
  options: Omit<DerivedRow, 'kind' | 'type' | 'from'> = {},
): DerivedRow => ({ kind: 'derived', type, from, ...options })

/** How a line table differs from one that is merged by ids. */
export interface LinesOptions
  extends Partial<Pick<LinesRow, 'group' | 'required' | 'updates' | 'withoutIds' | 'alsoCheck' | 'settle'>> {
  /** Elements, with their texts, of a new record without lines: `{ IsAutoApply: 'false' }`. */
  readonly whenNone?: Readonly<Record<string, string>>
}

/** The line table. */
export const lines = (
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
): LinesRow => ({
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
})

/** Known to the reference API, impossible on the desktop; blank and default values pass. */
export const refused = (reason: string, passes?: Passes['passes']): RefusedRow =>
  passes === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, passes }

/** Read-only in the reference API, without meaning here. */
export const ignored: IgnoredRow = { kind: 'ignored' }

// What a row says beside its kind: each sets the member of `Traits` (row.ts) that tells what it means.
export const max = (characters: number): Traits => ({ max: characters })
export const between = (smallest: number, largest: number): Traits => ({ between: [smallest, largest] })
export const composedOf = (...keys: readonly string[]): Traits => ({ composedOf: keys })
export const required: Traits = { required: true }
export const requiredItem: Traits = { required: 'item' }
export const readOnly: Traits = { readOnly: true }
export const createOnly: Traits = { createOnly: true }
export const writeOnly: Traits = { writeOnly: true }
export const permanent: Traits = { permanent: true }
export const isName: Traits = { isName: true }
export const deducted: Traits = { deducted: true }
export const filter = (how: Filter): Traits => ({ filter: how })
export const openedBy = (element: string, withKey: string): Traits => ({ openedBy: { element, withKey } })
export const or = (element: string): Traits => ({ or: element })
export const inAdd = (element: string): Traits => ({ addElement: element })
export const writtenAs = (element: string): Traits => ({ addElement: element, modElement: element })
/** `initial` is what a new record has without a Mod, in the desktop's spelling. */
export const modOnly = (initial: string): Traits => ({ modOnly: { initial } })
/** `value` in the desktop's spelling changes nothing on the records that `on` tells, for this reason. */
export const futile = (value: string, on: (record: Element) => boolean, reason: string): Traits => ({
  futile: { value, on, reason },
})
export const fromNowOn: Traits = { fromNowOn: true }
export const readFrom = (from: (record: Element, context: ReadContext) => JsonValue | undefined): Traits => ({ from })
export const names = (...values: string[]): Traits => ({ names: values })
export const spelled = (spelling: Spelling): Traits => ({ spelling })
export const itemOf = (object: string): Traits => ({ itemOf: object })
export const addedTo = (list: string): Traits => ({ addedTo: list })
export const note = (words: string): Traits => ({ note: words })
export const fixed = (reason: string, passes?: Passes['passes']): Traits => ({
  fixed: passes === undefined ? { reason } : { reason, passes },
})

/** Passes these values, in any case. */
export const passing =
  (...values: readonly (string | number | boolean)[]): NonNullable<Passes['passes']> =>
  (given) =>
    values.some((each) => String(each).toLowerCase() === scalarText(given)?.toLowerCase())
