import { Fault } from '@bridge/faults'
import { child, childText, type Element } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import { amountWithTax, confirmCopiedItem, copiedItem } from '../parts/copies.ts'
import { salesTaxCode } from '../parts/currency-and-tax.ts'
import { isLinked, takesOverLine } from '../parts/linked-txns.ts'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import type { LineDraft, LineKindSpec, RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  createOnly,
  derived,
  field,
  mayStandIn,
  negated,
  notClearable,
  note,
  refused,
  repeatOnly,
  requiredItem,
  sameRow,
  writeOnly,
  yieldsTo,
} from '../table/rows.ts'
import { confirmDiscount } from './confirm-discount.ts'
import { discountItem, discountPercent, resolveDiscount } from './discount-amount.ts'
import { GroupLine } from './group-line.ts'
import { isItemKept, numberAt, resolveAmount } from './line-amount.ts'
import { lineRows } from './line-rows.ts'
import { isDiscountLine } from './tax-after-discount.ts'

/** Fields of every line. */
const common: RowSpecs = {
  ...lineRows('CustomerRef'),
  Description: field('Desc', acceptsNumbers),
  LinkedTxn: refused(
    'QuickBooks Desktop links lines only where an invoice takes over the lines of an estimate',
    'Name the Estimate in LinkedTxn when you create the Invoice; otherwise, link the transactions with a Payment.',
  ),
}

const item = 'SalesItemLineDetail'
const discount = 'DiscountLineDetail'
const itemRef = `${item}.ItemRef`
const qty = `${item}.Qty`
const priceLevel = `${item}.PriceLevelRef`
const ratePercent = `${item}.RatePercent`
const unitPrice = `${item}.UnitPrice`
const priced = [qty, unitPrice, 'Amount']
const onlyElsewhere = refused(
  'QuickBooks Desktop (US) has no such field on lines',
  'Put the text in Description of the line, and the resulting price in UnitPrice.',
)
const discountedSeparately = refused(
  'QuickBooks Desktop discounts with a separate line: use DiscountLineDetail',
  'Add a line with DiscountLineDetail.',
)

const DescriptionOnly: LineKindSpec = {
  detailType: 'DescriptionOnly',
  detail: 'DescriptionLineDetail',
  reads: (line) => child(line, 'ItemRef') === undefined,
  rows: {
    ...common,
    // The line of an opening balance has an amount without an item.
    Amount: derived('amount', readAmount, {
      rejection: {
        reason: 'a line of text has no amount on the desktop',
        instead: 'Send the Amount on a line with SalesItemLineDetail.',
      },
    }),
    DetailType: derived('text', () => 'DescriptionOnly'),
    'DescriptionLineDetail.ServiceDate': refused(
      'a line of text has no date on the desktop',
      'Put the date into Description, or set ServiceDate on a line with SalesItemLineDetail.',
    ),
    'DescriptionLineDetail.TaxCodeRef': refused(
      'a line of text has no tax code on the desktop',
      'Set TaxCodeRef on a line with SalesItemLineDetail.',
    ),
  },
}

function readAmount(line: Element): number | undefined {
  const amount = Number(childText(line, 'Amount') ?? 0)
  return amount === 0 ? undefined : amount
}

/** How a form's lines differ from other forms'. */
interface OwnLines {
  /** The transaction, by its client-side name, whose lines a new form can copy. */
  readonly takesOver?: string
  /** Item line rows. */
  readonly item?: RowSpecs
  /** Discount line rows. */
  readonly discount?: RowSpecs
}

/** Creates the line kinds on sales forms. The first match reads a desktop line. */
export function salesLines(own: OwnLines = {}): readonly LineKindSpec[] {
  return [
    GroupLine,
    DescriptionOnly,
    discountLine(own.discount ?? {}),
    ...(own.takesOver === undefined ? [] : [linkedItemLine(own.takesOver)]),
    salesItemLine(own.item ?? { [`${item}.MarkupInfo`]: onlyElsewhere }),
  ]
}

/** Creates a discount on the lines above. `own` rows differ between forms. */
function discountLine(own: RowSpecs): LineKindSpec {
  return {
    detailType: discount,
    detail: discount,
    reads: isDiscountLine,
    rows: {
      ...common,
      Amount: field('Amount', notClearable, negated),
      DetailType: derived('text', () => discount),
      [discountItem]: field('ItemRef', requiredItem, notClearable),
      [`${discount}.PercentBased`]: derived('bool', (line: Element) => child(line, 'RatePercent') !== undefined),
      [discountPercent]: field(
        'RatePercent',
        notClearable,
        negated,
        note(
          'a percentage of several lines is written as an amount, and reads as one: QuickBooks Desktop discounts only the line above',
        ),
      ),
      [`${discount}.ClassRef`]: field('ClassRef'),
      [`${discount}.ServiceDate`]: field('ServiceDate'),
      [`${discount}.TaxCodeRef`]: field('SalesTaxCodeRef', ...salesTaxCode),
      [`${discount}.DiscountAccountRef`]: field('OverrideItemAccountRef', writeOnly, notClearable),
      [`${discount}.DiscountRef`]: refused(
        'name the discount item in ItemRef',
        'Name the discount item in ItemRef of the line.',
      ),
      ...own,
    },
    confirms: confirmDiscount,
    beforeWrite: resolveDiscount,
  }
}

/** Creates a line copied from an earlier transaction, with its item. */
function linkedItemLine(type: string): LineKindSpec {
  return {
    ...salesItemLine({
      LinkedTxn: takesOverLine(type),
      [`${item}.MarkupInfo`]: onlyElsewhere,
      [itemRef]: copiedItem(type),
    }),
    confirms: confirmCopiedItem(type, item),
    is: isLinked,
    reads: () => false,
  }
}

/** Creates a line with a sold item. `own` rows differ between forms. */
function salesItemLine(own: RowSpecs): LineKindSpec {
  return {
    detailType: item,
    detail: item,
    rows: {
      ...common,
      Amount: field('Amount', notClearable),
      DetailType: derived('text', () => item),
      [itemRef]: field('ItemRef', requiredItem, notClearable, mayStandIn),
      [`${item}.ClassRef`]: field('ClassRef'),
      [qty]: field('Quantity', notClearable),
      [unitPrice]: field('Rate', notClearable, yieldsTo('Amount')),
      [ratePercent]: field('RatePercent', notClearable),
      [priceLevel]: field('PriceLevelRef', writeOnly, notClearable),
      [`${item}.ServiceDate`]: field('ServiceDate'),
      [`${item}.TaxCodeRef`]: field('SalesTaxCodeRef', ...salesTaxCode),
      [`${item}.ItemAccountRef`]: field('OverrideItemAccountRef', writeOnly, notClearable),
      [`${item}.InventorySiteRef`]: field('InventorySiteRef', notClearable),
      [`${item}.UOMRef`]: refused(
        'QuickBooks Desktop uses the unit of measure of the item',
        'Choose the unit of measure on the Item, and send Qty in that unit.',
      ),
      [`${item}.DiscountRate`]: discountedSeparately,
      [`${item}.DiscountAmt`]: discountedSeparately,
      ...sameRow(
        ['TaxClassificationRef', 'DeferredRevenue'].map((key) => `${item}.${key}`),
        onlyElsewhere,
      ),
      [`${item}.TaxInclusiveAmt`]: amountWithTax,
      ...own,
    },
    beforeWrite: resolvePrice,
  }
}

/** Resolves the price. A percentage excludes the other values; without one, quantity, rate and amount are resolved. */
function resolvePrice(sent: LineDraft): CheckedValues {
  const line = { ...sent, values: dropRepeatedValues(sent) }
  const values = resolvePercent(line)
  if (values.has(ratePercent)) return requireOnePrice(line, refuseDiscount(line, values))
  const resolved = resolveAmount({ ...line, values }, { quantity: qty, price: unitPrice })
  return requireOnePrice(line, addMissingQuantity(line, resolved))
}

/**
 * Drops a repeated item, because QuickBooks could then apply the item's own price. Drops a price repeated in full,
 * because QuickBooks rejects it on a subtotal, which has no price.
 */
function dropRepeatedValues(line: LineDraft): CheckedValues {
  const { values, current } = line
  if (!isItemKept(line, itemRef)) return values
  const isPriceKept =
    !values.has(ratePercent) && priced.every((key) => !values.has(key) || isSame(values, current, key))
  return new Map([...values].filter(([key]) => key !== itemRef && !(isPriceKept && priced.includes(key))))
}

function isSame(values: CheckedValues, current: CheckedValues | undefined, key: string): boolean {
  const [sent, stored] = [numberAt(values, key), numberAt(current, key)]
  return sent !== undefined && stored !== undefined && sent.eq(stored)
}

/**
 * Resolves a percentage on the line above, which excludes a price, and which QuickBooks drops next to an amount. If a
 * client sends both the percentage and the amount, the changed one is used.
 */
function resolvePercent({ path, values, current }: LineDraft): Map<string, CheckedValue> {
  const resolved = new Map(values)
  if (numberAt(values, ratePercent) === undefined) return resolved
  const refuse = (other: string): never => {
    throw new Fault('2010', `${path} has both RatePercent and ${other}. Send one of them.`, {
      element: `${path}.${ratePercent}`,
    })
  }
  if (numberAt(values, unitPrice) !== undefined) refuse('UnitPrice')
  if (numberAt(values, 'Amount') === undefined) return resolved
  if (isSame(values, current, 'Amount')) resolved.delete('Amount')
  else if (isSame(values, current, ratePercent)) resolved.delete(ratePercent)
  else refuse('Amount')
  return resolved
}

/** Rejects a price next to a price level, which replaces it. */
function requireOnePrice({ path }: LineDraft, values: CheckedValues): CheckedValues {
  const other = [unitPrice, ratePercent].find((key) => values.has(key))
  if (!values.has(priceLevel) || other === undefined) return values
  throw new Fault('2010', `${path} has both ${priceLevel} and ${other}. Send one of them.`, {
    element: `${path}.${priceLevel}`,
  })
}

/** Rejects a negative percentage: a stored line does not show its item's type, so it would be read as a discount. */
function refuseDiscount({ path }: LineDraft, values: CheckedValues): CheckedValues {
  if (numberAt(values, ratePercent)?.lt(0) !== true) return values
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${path}.${ratePercent} is not supported: a negative percentage is a discount. Use DiscountLineDetail with a discount item.`,
    { element: `${path}.${ratePercent}` },
  )
}

/** Adds a quantity to a negative line, which would otherwise be read as a discount. */
function addMissingQuantity({ current }: LineDraft, values: CheckedValues): CheckedValues {
  const isNegative = numberAt(values, 'Amount')?.lt(0) === true || numberAt(values, unitPrice)?.lt(0) === true
  return !isNegative || values.has(qty) || current?.has(qty) === true ? values : new Map([...values, [qty, '1']])
}

/** Rejects a new form without lines, unless it copies another transaction's. */
export function requireLines({ operation, body }: RecordDraft): void {
  if (operation === 'update' || !isBlank(body.Line) || isLinked(body)) return
  throw new Fault('2020', 'Line is required.', { element: 'Line' })
}

const undated = refused(
  'QuickBooks Desktop keeps no service dates on estimates',
  'Put the date in Description of the line, and set ServiceDate on the Invoice.',
)

const markup = repeatOnly(
  'QuickBooks Desktop computes the markup of a line from its price',
  'Send UnitPrice with the markup in it.',
)

/** Estimate lines, which have no dates, and have a markup on an item's cost. */
export const estimateLines: readonly LineKindSpec[] = salesLines({
  item: {
    [`${item}.MarkupInfo.Value`]: field('MarkupRate', markup),
    [`${item}.MarkupInfo.Percent`]: field('MarkupRatePercent', markup),
    [`${item}.ServiceDate`]: undated,
    [`${item}.ItemAccountRef`]: field('OverrideItemAccountRef', writeOnly, createOnly, notClearable),
  },
  discount: {
    [`${discount}.ServiceDate`]: undated,
    [`${discount}.DiscountAccountRef`]: field('OverrideItemAccountRef', writeOnly, createOnly, notClearable),
  },
})
