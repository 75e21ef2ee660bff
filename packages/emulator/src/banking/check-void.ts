import Big from 'big.js'
import { amountText } from '../books/decimal.ts'
import { isForeign } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields, Line, Posting, Transaction } from '../books/record.ts'
import { hostDate } from '../host/host-time.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { getNextRefNumber, storeRefNumber } from '../transactions/ref-number.ts'
import { createTransactionId } from '../transactions/transaction-id.ts'
import { storeTransaction } from '../transactions/transaction-store.ts'
import { journalLines } from './journal-entry.ts'

const maxMemo = 4095
const maxNumber = 11

/**
 * Completes a voided check. Two journal entries preserve its history: one re-enters it on its date, the other reverses
 * it today. The check's memo names both, and the check no longer waits to be printed. A check without postings needs no
 * entries [dp-4.2-void.5].
 */
export function voidCheck(voided: Transaction, current: Transaction, context: RequestContext): Transaction {
  const printed: Fields = { ...voided.fields, IsToBePrinted: 'false' }
  if (current.postings.length === 0) return { ...voided, fields: printed }
  const { books, switches, now } = context
  const today = hostDate(switches, now)
  const day = toAmericanDate(today)
  const number = getNextRefNumber(books.profile.lastRefNumbers.JournalEntry) ?? '1'
  const cause = `For CHK ${getText(current.fields, 'RefNumber') ?? ''} voided on ${day}`.replace('  ', ' ')
  enterJournal(context, current, {
    date: getText(current.fields, 'TxnDate') ?? today,
    number,
    memo: cause,
    sign: 1,
  })
  enterJournal(context, current, {
    date: today,
    number: `${number}R`.slice(-maxNumber),
    memo: `Reverse of GJE ${number} -- ${cause}`,
    sign: -1,
  })
  storeRefNumber(books, 'JournalEntry', number)
  const memo = `${getText(voided.fields, 'Memo') ?? ''} GJE, RGJE created on ${day}`.replace('  ', ' ')
  return { ...voided, fields: { ...printed, Memo: [...memo].slice(0, maxMemo).join('') } }
}

// MM/DD/YYYY
function toAmericanDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`
}

interface Journaling {
  readonly date: string
  readonly number: string
  readonly memo: string
  readonly sign: 1 | -1
}

function enterJournal(context: RequestContext, check: Transaction, { date, number, memo, sign }: Journaling): void {
  const { books, now } = context
  const id = createTransactionId(context)
  const postings = check.postings.map(
    (posting): Posting => ({
      ...posting,
      amount: amountText(Big(posting.amount).times(sign)),
      ...(posting.foreign === undefined ? {} : { foreign: amountText(Big(posting.foreign).times(sign)) }),
      line: createTransactionId(context),
    }),
  )
  storeTransaction(context, undefined, {
    kind: 'JournalEntry',
    id,
    created: now,
    modified: now,
    number: books.nextNumber('TransactionNumber'),
    fields: { TxnDate: date, RefNumber: number, IsAdjustment: 'false', ...getCurrency(check) },
    lines: postings.filter(isEntered).map(
      (posting): Line => ({
        id: posting.line ?? '',
        table: journalLines.name,
        fields: toJournalLine(posting, memo, getRefId(check.fields, 'PayeeEntityRef')),
      }),
    ),
    applications: [],
    postings,
    custom: [],
  })
}

function getCurrency(check: Transaction): Fields {
  const { CurrencyRef, ExchangeRate } = check.fields
  return isForeign(check) && CurrencyRef && ExchangeRate ? { CurrencyRef, ExchangeRate } : {}
}

// The cents that rounding to the home currency left have no line.
function isEntered({ foreign }: Posting): boolean {
  return foreign !== '0.00'
}

function toJournalLine(
  { account, amount: home, foreign: amount = home, entity }: Posting,
  memo: string,
  payee: string | undefined,
): Fields {
  const name = entity ?? payee
  return {
    JournalLineType: Big(amount).gt(0) ? 'Debit' : 'Credit',
    AccountRef: { ListID: account },
    Amount: amountText(Big(amount).abs()),
    Memo: memo,
    ...(name === undefined ? {} : { EntityRef: { ListID: name } }),
  }
}
