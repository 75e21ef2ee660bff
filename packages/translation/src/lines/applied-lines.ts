import { Fault } from '@bridge/faults'
import Big from 'big.js'
import { formatNumber, isBlank, toDecimal } from '../check/check-value.ts'
import { checkLinks, clientTypeOf, isLinked, requireLinkType, type SentLink } from '../parts/linked-txns.ts'
import { noProjects } from '../parts/only-in-qbo.ts'
import { branch, childrenByName, childText, type Element, leaf } from '../qbxml/element.ts'
import type { CheckedValue } from '../table/checked-value.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import type { CheckedLine, LineKindSpec, LinesDraft, LinesSpec } from '../table/row.ts'
import { derived, field, ignored, lines, refused, required, writtenAs } from '../table/rows.ts'
import { customFieldsOfLines } from './line-rows.ts'

/** What the lines of a payment may name, in QBO's words for transaction types. */
export interface Applicable {
  /** What can be paid. */
  readonly pays: readonly string[]
  /** What can be used beside the payment. */
  readonly credits: readonly string[]
}

/**
 * The lines of a payment: `{ Amount, LinkedTxn: [{ TxnId, TxnType }] }`, which say what it is applied to.
 *
 * `Amount` is what an invoice (or a bill) is reduced by, the payment and the credits that its line names together, as
 * in QBO; QuickBooks takes the payment's part and each credit's part (`AppliedToTxn`, facts/qbxml.md, section 6.1), so
 * they are worked out: a credit on a line of its own is used with that line's `Amount`, a credit on the line of an
 * invoice with what the lines amount to above `TotalAmt`. Lines of an update replace those that are stored
 * (discounts that QuickBooks keeps on them are kept); credits can only be added, so an update takes none.
 */
export function appliedLines(
  applicable: Applicable,
  options: { readonly whenEmpty?: Record<string, string> },
): LinesSpec {
  return lines('AppliedToTxn', [appliedLine(applicable)], {
    ...options,
    updates: 'replaced',
    withoutIds: true,
    resolve: (sent, draft) => settle(applicable, sent, draft),
  })
}

function appliedLine({ pays, credits }: Applicable): LineKindSpec {
  return {
    is: () => true,
    rows: {
      Amount: field('Amount', required, writtenAs('PaymentAmount')),
      LinkedTxn: derived('structure', readLink, {
        to: (value, { path }) => {
          for (const link of checkLinks(value, path)) requireLinkType(link, [...pays, ...credits])
          return []
        },
        note: `set with ${credits.join(' and ')} to use a credit; reads name what is paid alone, for QuickBooks Desktop does not tell which credits a payment used`,
      }),
      Id: ignored,
      LineNum: ignored,
      DetailType: ignored,
      LineEx: ignored,
      Received: ignored,
      Description: refused('QuickBooks Desktop keeps no text on what a payment is applied to'),
      CustomField: customFieldsOfLines,
      ProjectRef: noProjects('CustomerRef of what is paid'),
    },
  }
}

function readLink(line: Element): JsonValue {
  return [{ TxnId: childText(line, 'TxnID') ?? '', TxnType: clientTypeOf(childText(line, 'TxnType') ?? '') }]
}

function settle(applicable: Applicable, sent: readonly CheckedLine[], draft: LinesDraft): readonly CheckedLine[] {
  const { payables, credits } = sort(applicable, sent)
  if (draft.body === undefined) refuseCredits(credits)
  else use(known(credits, payables, draft.body), payables)
  return payables.map(({ line, id, left, used }) => {
    const elements = [leaf('TxnID', id), ...used.map(creditElement), ...discountOf(id, draft.stored)]
    const values = new Map<string, CheckedValue>([['LinkedTxn', elements]])
    if (!left.eq(0)) values.set('Amount', formatNumber('amount', left))
    return { ...line, values }
  })
}

/** Something that is paid: how much of it is still to be covered, and by which credits. */
interface Payable {
  readonly line: CheckedLine
  readonly id: string
  left: Big
  readonly used: { readonly id: string; readonly amount: Big }[]
}

/** A credit, the line that it was named on, and how much of it is to be used; not known on the line of an invoice. */
interface Credit {
  readonly link: SentLink
  readonly line: CheckedLine
  readonly amount: Big | undefined
}

function sort({ pays }: Applicable, sent: readonly CheckedLine[]): { payables: Payable[]; credits: Credit[] } {
  const payables: Payable[] = []
  const credits: Credit[] = []
  for (const line of sent) {
    const element = `${line.path}.LinkedTxn`
    const links = isLinked(line.body) ? checkLinks(line.body.LinkedTxn ?? [], element) : []
    const given = new Big(String(line.values.get('Amount') ?? 0))
    const [payable, ...more] = links.filter(({ txnType }) => pays.includes(txnType))
    const named = links.filter(({ txnType }) => !pays.includes(txnType))
    if (more.length > 0 || (payable === undefined && named.length > 1)) {
      throw new Fault('2010', `${element} names several transactions; give each a line of its own`, { element })
    }
    if (links.length === 0) throw new Fault('2020', `${element} is required: it says what is paid`, { element })
    if (payable !== undefined) {
      if (payables.some(({ id }) => id === payable.txnId)) {
        throw new Fault('2010', `${element} names ${payable.txnId} a second time`, { element })
      }
      payables.push({ line, id: payable.txnId, left: given, used: [] })
    }
    credits.push(...named.map((link) => ({ link, line, amount: payable === undefined ? given : undefined })))
  }
  return { payables, credits }
}

function refuseCredits([credit]: readonly Credit[]): void {
  if (credit === undefined) return
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${credit.link.path}: QuickBooks Desktop can only add credits to those that are used already; use them with a new payment`,
    { element: credit.link.path },
  )
}

type KnownCredit = Credit & { readonly amount: Big }

/** Puts credits on what they were named with, else on what is first in the list; the payment covers the rest. */
function use(credits: readonly KnownCredit[], payables: readonly Payable[]): void {
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
        `${element}: the lines leave ${left.toFixed(2)} of the credit ${credit.link.txnId} unused`,
        {
          element,
        },
      )
    }
  }
}

/** Credits with what is used of each: the one that does not say it covers what the payment leaves. */
function known(credits: readonly Credit[], payables: readonly Payable[], body: JsonObject): readonly KnownCredit[] {
  const sum = (amounts: readonly Big[]): Big => amounts.reduce((one, other) => one.plus(other), new Big(0))
  const [open, ...more] = credits.filter((credit) => credit.amount === undefined)
  if (more.length > 0) {
    const element = `${more[0]?.line.path}.LinkedTxn`
    throw new Fault(
      '2010',
      `${element}: give each credit a line of its own, whose Amount says how much of it is used`,
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
    throw new Fault('2010', `TotalAmt covers all lines, so that nothing of the credit ${open.link.txnId} is used`, {
      element,
    })
  }
  return credits.map((credit) => ({ ...credit, amount: credit.amount ?? rest }))
}

function creditElement({ id, amount: used }: Payable['used'][number]): Element {
  return branch('SetCredit', [leaf('CreditTxnID', id), leaf('AppliedAmount', formatNumber('amount', used))])
}

/** The discount that QuickBooks keeps for what is paid; a Mod without it would take it away. */
function discountOf(id: string, stored: readonly Element[]): readonly Element[] {
  const line = stored.find((each) => childText(each, 'TxnID') === id)
  if (line === undefined) return []
  return ['DiscountAmount', 'DiscountAccountRef', 'DiscountClassRef'].flatMap((name) => childrenByName(line, name))
}

/**
 * Refuses a payment that only uses credits, or that pays nothing: QuickBooks makes no transaction of it
 * (facts/qbxml.md, section 6.1).
 *
 * @param credits types that are credits, in QBO's words
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
        ? 'TotalAmt: QuickBooks Desktop makes no payment where credits cover everything; use them with a payment that has an amount'
        : 'TotalAmt: QuickBooks Desktop makes no payment without an amount',
      { element: 'TotalAmt' },
    )
  }
}
