import { Fault } from '@bridge/faults'
import { child } from '@bridge/qbxml'
import Big from 'big.js'
import { checkText, isBlank, toDigits } from '../check/check-value.ts'
import { amountWithTax } from '../parts/copies.ts'
import { isUntaxed, untaxedCodes } from '../parts/currency-and-tax.ts'
import { readEntityType } from '../parts/name-lists.ts'
import { billableStatus } from '../parts/statuses.ts'
import { isJsonObject, type JsonObject, scalarText } from '../table/json.ts'
import type { CheckedLine, CompleteLine, LineKindSpec, LinesDraft, RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  choice,
  derived,
  echo,
  field,
  ignored,
  modOnly,
  notClearable,
  readFrom,
  refused,
  required,
  sameRow,
} from '../table/rows.ts'
import { numberAt } from './line-amount.ts'
import { lineRows } from './line-rows.ts'

const detail = 'JournalEntryLineDetail'
const description = 'Description'

const noTax = refused(
  'QuickBooks Desktop (US) has no tax on journal entries',
  'Add a line for the tax, with AccountRef naming the sales tax account.',
  isUntaxed,
  untaxedCodes,
)

/** Fields of every line. */
const common: RowSpecs = {
  ...lineRows('Entity'),
  LinkedTxn: refused(
    'QuickBooks Desktop does not link lines of journal entries',
    'Name the customer or vendor in Entity of the line.',
  ),
  [description]: field('Memo', acceptsNumbers),
}

/** The line kinds on journal entries. The first match reads a line. */
export const journalLines: readonly LineKindSpec[] = [
  postingLine('Debit'),
  postingLine('Credit'),
  textLine('Debit'),
  textLine('Credit'),
]

/**
 * Creates a debit or a credit. An Add has an element for each. A Mod has a shared element containing the side, so lines
 * can change sides.
 */
function postingLine(side: 'Debit' | 'Credit'): LineKindSpec {
  return {
    detailType: detail,
    detail,
    element: { ret: `Journal${side}Line`, add: `Journal${side}Line`, mod: 'JournalLineMod' },
    is: (line) => getPostingType(line) === side.toLowerCase(),
    reads: (line) => child(line, 'AccountRef') !== undefined,
    rows: {
      ...common,
      Amount: field('Amount', required, notClearable),
      DetailType: derived('text', () => detail),
      [`${detail}.PostingType`]: choice(
        'JournalLineType',
        ['Debit', 'Credit'],
        required,
        modOnly(side),
        readFrom(() => side),
      ),
      [`${detail}.AccountRef`]: field('AccountRef', required, notClearable),
      // The desktop identifies the name only by its ID.
      [`${detail}.Entity.Type`]: derived('text', readEntityType, { to: () => [] }),
      [`${detail}.Entity.EntityRef`]: field('EntityRef'),
      [`${detail}.ClassRef`]: field('ClassRef'),
      [`${detail}.BillableStatus`]: billableStatus,
      [`${detail}.DepartmentRef`]: refused('QuickBooks Desktop has no departments', 'Use ClassRef of the line.'),
      ...sameRow(
        ['TaxCodeRef', 'TaxRateRef', 'TaxAmount'].map((key) => `${detail}.${key}`),
        noTax,
      ),
      [`${detail}.TaxInclusiveAmt`]: amountWithTax,
      [`${detail}.TaxApplicableOn`]: ignored,
      [`${detail}.JournalCodeRef`]: refused(
        'QuickBooks Desktop (US) has no journal codes',
        'Put the code in DocNumber.',
      ),
    },
  }
}

function getPostingType(line: JsonObject): string | undefined {
  return isJsonObject(line[detail]) ? scalarText(line[detail].PostingType)?.toLowerCase() : undefined
}

/** Creates a text line between the postings. */
function textLine(side: 'Debit' | 'Credit'): LineKindSpec {
  return {
    detailType: 'DescriptionOnly',
    detail: 'DescriptionLineDetail',
    element: { ret: `Journal${side}Line`, add: `Journal${side}Line`, mod: 'JournalLineMod' },
    keptOnly: 'QuickBooks Desktop keeps text on the postings of a journal entry: use their Description',
    rows: {
      ...common,
      Amount: echo,
      DetailType: derived('text', () => 'DescriptionOnly'),
      'DescriptionLineDetail.ServiceDate': ignored,
      'DescriptionLineDetail.TaxCodeRef': ignored,
    },
  }
}

/**
 * Copies a new entry's note to lines without a description, since the desktop has no memo on the entry itself. Throws
 * 2010 and 2050.
 */
export function describeLines(lines: readonly CheckedLine[], { body }: LinesDraft): readonly CheckedLine[] {
  const note = isBlank(body?.PrivateNote)
    ? ''
    : checkText(toDigits(body?.PrivateNote ?? ''), 'PrivateNote', maxNoteLength)
  if (note === '') return lines
  return lines.map((line) =>
    line.values.has(description) ? line : { ...line, values: new Map([...line.values, [description, note]]) },
  )
}

/** The maximum length of a line's memo. */
const maxNoteLength = 4_095

/** Rejects debits and credits with different totals [dp-4.2-lines.7]. Throws 2010. */
export function requireBalance(lines: readonly CompleteLine[]): void {
  const debits = sumAmounts(lines.filter(isDebit))
  const credits = sumAmounts(lines.filter((line) => !isDebit(line)))
  if (debits.eq(credits)) return
  throw new Fault(
    '2010',
    `Line does not balance: the debits are ${debits.toFixed(2)} and the credits ${credits.toFixed(2)}.`,
    { element: 'Line' },
  )
}

function isDebit({ kind: { element } }: CompleteLine): boolean {
  return typeof element === 'object' && element.add === 'JournalDebitLine'
}

function sumAmounts(lines: readonly CompleteLine[]): Big {
  return lines.reduce((sum, { values }) => sum.plus(numberAt(values, 'Amount') ?? 0), new Big(0))
}
