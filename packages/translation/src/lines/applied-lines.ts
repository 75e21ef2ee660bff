import { Fault } from '@bridge/faults'
import { branch, childrenByName, childText, type Element, leaf } from '@bridge/qbxml'
import Big from 'big.js'
import { formatNumber, isBlank, toDecimal } from '../check/check-value.ts'
import { checkLinks, isLinked, requireLinkType, type SentLink, toClientType } from '../parts/linked-txns.ts'
import { noProjects } from '../parts/only-in-qbo.ts'
import type { CheckedValue } from '../table/checked-value.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import type { CheckedLine, LineKindSpec, LinesDraft, LinesSpec } from '../table/row.ts'
import { derived, echo, field, ignored, lines, refused, required, writtenAs } from '../table/rows.ts'
import { customFieldsOfLines } from './line-rows.ts'

/** The transactions payment lines may link to, by their client-side names. */
export interface Applicable {
  /** Payable transactions. */
  readonly pays: readonly string[]
  /** Transactions usable in addition to the payment. */
  readonly credits: readonly string[]
  /** Reads show the credits returned with a paid transaction. Updates may only repeat such lines. */
  readonly showsCredits?: true
}

/** The transactions with the same name on the desktop. */
const papers = new Set(['Invoice', 'CreditMemo', 'Bill', 'VendorCredit'])

/**
 * Creates a payment's lines, which show what it is applied to: `{ Amount, LinkedTxn: [{ TxnId, TxnType }] }`.
 *
 * As in QBO, `Amount` is how much the payment and the line's credits together reduce an invoice or a bill. QuickBooks
 * requires the shares for the payment and each credit (`AppliedToTxn`), so these are computed: a separate credit line
 * shows how much to use; a credit on an invoice line covers the difference between the lines and `TotalAmt`. An
 * update's lines replace the stored ones, except for discounts, which are kept. Credits can only be added, so an update
 * may not contain any.
 */
export function appliedLines(
  applicable: Applicable,
  options: { readonly whenEmpty?: Record<string, string> },
): LinesSpec {
  return lines('AppliedToTxn', [appliedLine(applicable)], {
    ...options,
    updates: 'replaced',
    withoutIds: true,
    isAlwaysRead: true,
    resolve: (sent, draft) => resolveLines(applicable, sent, draft),
  })
}

function appliedLine({ pays, credits, showsCredits }: Applicable): LineKindSpec {
  return {
    is: () => true,
    joins: ({ path, body }) =>
      checkLinks(body.LinkedTxn ?? [], `${path}.LinkedTxn`)
        .filter(({ txnType }) => papers.has(txnType))
        .map(({ path: linkPath, txnId, txnType }) => ({
          path: linkPath,
          id: txnId,
          query: branch(`${txnType}QueryRq`, [
            leaf('TxnID', txnId),
            leaf('IncludeRetElement', 'TxnID'),
            leaf('IncludeRetElement', 'CurrencyRef'),
          ]),
        })),
    rows: {
      Amount: field('Amount', required, writtenAs('PaymentAmount')),
      LinkedTxn: derived('structure', (line) => readLinks(line, showsCredits ? credits : []), {
        to: (value, { path }) => {
          for (const link of checkLinks(value, path)) requireLinkType(link, [...pays, ...credits])
          return []
        },
        note: `links to ${credits.join(' and ')} apply a credit; reads show ${
          showsCredits ? 'those that QuickBooks Desktop returns with the paid transaction' : 'only the paid transaction'
        }`,
      }),
      Id: echo,
      LineNum: echo,
      DetailType: echo,
      LineEx: ignored,
      Received: ignored,
      Description: refused(
        'QuickBooks Desktop stores no text on applied transactions',
        'Put the text in PrivateNote of the payment.',
      ),
      CustomField: customFieldsOfLines,
      ProjectRef: noProjects('CustomerRef of what is paid'),
    },
  }
}

/** Reads the paid transaction, and the credits linked to its share. */
function readLinks(line: Element, credits: readonly string[]): JsonValue {
  const used = childrenByName(line, 'LinkedTxn').map(readLink)
  return [readLink(line), ...used.filter(({ TxnType }) => credits.includes(TxnType))]
}

function readLink(element: Element): { TxnId: string; TxnType: string } {
  return { TxnId: childText(element, 'TxnID') ?? '', TxnType: toClientType(childText(element, 'TxnType') ?? '') }
}

function resolveLines(applicable: Applicable, sent: readonly CheckedLine[], draft: LinesDraft): readonly CheckedLine[] {
  const { payables, credits } = splitLines(applicable, sent)
  if (draft.body === undefined) refuseCredits(credits)
  else applyCredits(resolveAmounts(credits, payables, draft.body), payables)
  return payables.map(({ line, id, left, used }) => {
    const elements = [leaf('TxnID', id), ...used.map(creditElement), ...getDiscount(id, draft.stored)]
    const values = new Map<string, CheckedValue>([['LinkedTxn', elements]])
    if (!left.eq(0)) values.set('Amount', formatNumber('amount', left))
    return { ...line, values }
  })
}

/** A transaction to pay, with its uncovered amount and the credits used. */
interface Payable {
  readonly line: CheckedLine
  readonly id: string
  left: Big
  readonly used: { readonly id: string; readonly amount: Big }[]
}

/** A credit, its line, and the amount to use, undefined on an invoice line. */
interface Credit {
  readonly link: SentLink
  readonly line: CheckedLine
  readonly amount: Big | undefined
}

function splitLines({ pays }: Applicable, sent: readonly CheckedLine[]): { payables: Payable[]; credits: Credit[] } {
  const payables: Payable[] = []
  const credits: Credit[] = []
  for (const line of sent) {
    const element = `${line.path}.LinkedTxn`
    const links = isLinked(line.body) ? checkLinks(line.body.LinkedTxn ?? [], element) : []
    const amount = new Big(String(line.values.get('Amount') ?? 0))
    const [payable, ...more] = links.filter(({ txnType }) => pays.includes(txnType))
    const named = links.filter(({ txnType }) => !pays.includes(txnType))
    if (more.length > 0 || (payable === undefined && named.length > 1)) {
      throw new Fault('2010', `${element} names several transactions. Send one line for each.`, { element })
    }
    if (links.length === 0)
      throw new Fault('2020', `${element} is required, since it names the paid transaction.`, { element })
    if (payable !== undefined) {
      if (payables.some(({ id }) => id === payable.txnId)) {
        throw new Fault('2010', `${element} names ${payable.txnId} again.`, { element })
      }
      payables.push({ line, id: payable.txnId, left: amount, used: [] })
    }
    credits.push(...named.map((link) => ({ link, line, amount: payable === undefined ? amount : undefined })))
  }
  return { payables, credits }
}

function refuseCredits([credit]: readonly Credit[]): void {
  if (credit === undefined) return
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${credit.link.path} is not supported: QuickBooks Desktop can only add credits to those already applied. Apply them in a new payment.`,
    { element: credit.link.path },
  )
}

type KnownCredit = Credit & { readonly amount: Big }

/**
 * Applies each credit to the transaction on the same line, or else to all transactions in order. The payment covers the
 * rest.
 */
function applyCredits(credits: readonly KnownCredit[], payables: readonly Payable[]): void {
  for (const credit of credits) {
    let left = credit.amount
    const own = payables.filter(({ line }) => line === credit.line)
    for (const payable of [...own, ...payables.filter((each) => !own.includes(each))]) {
      const part = left.lt(payable.left) ? left : payable.left
      if (part.lte(0)) continue
      payable.used.push({ id: credit.link.txnId, amount: part })
      payable.left = payable.left.minus(part)
      left = left.minus(part)
    }
    if (left.gt(0)) {
      const element = `${credit.line.path}.Amount`
      throw new Fault(
        '2010',
        `${element} is too high: the lines leave ${left.toFixed(2)} of the credit ${credit.link.txnId} unapplied.`,
        {
          element,
        },
      )
    }
  }
}

/** Completes the credits' amounts. A credit without one covers what the payment does not. */
function resolveAmounts(
  credits: readonly Credit[],
  payables: readonly Payable[],
  body: JsonObject,
): readonly KnownCredit[] {
  const sum = (amounts: readonly Big[]): Big => amounts.reduce((one, other) => one.plus(other), new Big(0))
  const [open, ...more] = credits.filter((credit) => credit.amount === undefined)
  if (more.length > 0) {
    const element = `${more[0]?.line.path}.LinkedTxn`
    throw new Fault(
      '2010',
      `${element} names several credits. Send one line for each, with the applied part as its Amount.`,
      {
        element,
      },
    )
  }
  const total = sum(payables.map(({ left }) => left))
  const used = sum(credits.map((credit) => credit.amount ?? new Big(0)))
  const rest = total.minus(toDecimal(body.TotalAmt) ?? 0).minus(used)
  if (open !== undefined && rest.lte(0)) {
    const element = `${open.line.path}.Amount`
    throw new Fault('2010', `TotalAmt covers all lines, so none of the credit ${open.link.txnId} is applied.`, {
      element,
    })
  }
  return credits.map((credit) => ({ ...credit, amount: credit.amount ?? rest }))
}

function creditElement({ id, amount: used }: Payable['used'][number]): Element {
  return branch('SetCredit', [leaf('CreditTxnID', id), leaf('AppliedAmount', formatNumber('amount', used))])
}

/** Returns the stored discount, which a Mod omitting it would remove. */
function getDiscount(id: string, stored: readonly Element[]): readonly Element[] {
  const line = stored.find((each) => childText(each, 'TxnID') === id)
  if (line === undefined) return []
  return ['DiscountAmount', 'DiscountAccountRef', 'DiscountClassRef'].flatMap((name) => childrenByName(line, name))
}

/**
 * Rejects a payment using credits only, or paying nothing, since QuickBooks has no such payments.
 *
 * @param credits the credit types, on the client side
 */
export function refuseNothingPaid(credits: readonly string[]) {
  return ({ operation, body }: RecordDraft): void => {
    const isZero = toDecimal(body.TotalAmt)?.eq(0) === true
    if (operation === 'update' || !(isZero || isBlank(body.TotalAmt))) return
    const sent = (Array.isArray(body.Line) ? body.Line : []).filter(isJsonObject)
    const links = sent.flatMap(({ LinkedTxn }) => (Array.isArray(LinkedTxn) ? LinkedTxn : [])).filter(isJsonObject)
    const usesCredits = links.some(({ TxnType }) => !isBlank(TxnType) && credits.includes(String(TxnType)))
    if (!usesCredits && !isZero) return
    throw new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      usesCredits
        ? 'TotalAmt must not be zero: QuickBooks Desktop does not create a payment if credits cover everything. Apply them with a payment that has an amount.'
        : 'TotalAmt must not be zero: QuickBooks Desktop does not create a payment without an amount.',
      { element: 'TotalAmt' },
    )
  }
}
