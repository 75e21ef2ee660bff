/**
 * Numeric forms of desktop IDs. An ID is a counter and a Unix time (`8000007E-1197732180`), which make
 *
 *     number = (8 * row + column) * 2^31 + (time - 2^29)
 *
 * Each kind of counter has a column for each prefix; transactions and lines have four, because only they count far.
 * Numbers are exact in JavaScript (below 2^53) up to their counter 2^21, and always fit into 63 bits.
 */

/** A kind of counter: `first + row * step` for rows from `firstRow` to `lastRow`. */
interface Column {
  readonly prefix: string
  readonly first: number
  readonly step: number
  readonly firstRow: number
  readonly lastRow: number
}

/** The client-side prefix of IDs in a list that `TaxCode` merges with another. */
export const taxCodePrefix = 'TC-'

const rowCount = 2 ** 29
const oldStep = 2 ** 16

/** Transactions and lines: 1, 2, 3 … The columns share them. */
function plain(first: number): Column {
  return { prefix: '', first, step: 4, firstRow: first === 0 ? 1 : 0, lastRow: rowCount - 1 }
}

/** List records since 2007: 80000000, 80000001 … */
function list(prefix: string): Column {
  return { prefix, first: 2 ** 31, step: 1, firstRow: 0, lastRow: rowCount - 1 }
}

/** List records before 2007: 10000, 20000 … */
function oldList(prefix: string): Column {
  return { prefix, first: 0, step: oldStep, firstRow: 1, lastRow: 2 ** 15 - 1 }
}

const columns = [
  plain(0),
  list(''),
  plain(1),
  oldList(''),
  plain(2),
  list(taxCodePrefix),
  plain(3),
  oldList(taxCodePrefix),
] as const satisfies readonly Column[]

const times = 2n ** 31n
const firstTime = 2 ** 29
const columnCount = BigInt(columns.length)

const desktopForm = new RegExp(`^(${taxCodePrefix})?([1-9A-F][\\dA-F]{0,7})-([1-9]\\d{8,9})$`)
const numericForm = /^[1-9]\d{9,18}$/

/**
 * Returns an ID's decimal number; the ID itself if it has none: another form, lower-case letters, leading zeros, a time
 * outside 1987 to 2055, or a counter that QuickBooks does not reach.
 */
export function toNumericId(id: string): string {
  const [, prefix = '', counterText = '', timeText = ''] = desktopForm.exec(id) ?? []
  const counter = Number.parseInt(counterText, 16)
  const time = Number(timeText) - firstTime
  if (counterText === '' || time < 0 || time >= Number(times)) return id
  const index = findColumn(prefix, counter)
  const column = columns[index]
  if (column === undefined) return id
  const row = BigInt((counter - column.first) / column.step)
  return String((row * columnCount + BigInt(index)) * times + BigInt(time))
}

function findColumn(prefix: string, counter: number): number {
  const isOld = counter % oldStep === 0 && counter < 2 ** 31
  return columns.findIndex((column) => {
    const row = (counter - column.first) / column.step
    const isKind = (column.step === oldStep) === isOld
    return (
      prefix === column.prefix && isKind && Number.isInteger(row) && row >= column.firstRow && row <= column.lastRow
    )
  })
}

/**
 * Returns the ID with a decimal number; the text itself if no ID has this number. Numbers below 2^31 have none, so `1` stays
 * what it is.
 */
export function fromNumericId(text: string): string {
  if (!numericForm.test(text)) return text
  const number = BigInt(text)
  const place = number / times
  const row = Number(place / columnCount)
  const column = columns[Number(place % columnCount)]
  if (place === 0n || column === undefined) return text
  const counter = column.first + row * column.step
  const id = `${column.prefix}${counter.toString(16).toUpperCase()}-${Number(number % times) + firstTime}`
  // Only one of the numbers leading to an ID is its own.
  return toNumericId(id) === text ? id : text
}
