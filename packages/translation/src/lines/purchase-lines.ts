import { Fault } from '@bridge/faults'
import { child, childText, type Element } from '@bridge/qbxml'
import { isMeaningful } from '../check/check-value.ts'
import { amountWithTax, confirmCopiedItem, copiedItem } from '../parts/copies.ts'
import { isUntaxed, untaxedCodes } from '../parts/currency-and-tax.ts'
import { isLinked, takesOverLine } from '../parts/linked-txns.ts'
import { billableStatus } from '../parts/statuses.ts'
import type { CheckedValues } from '../table/checked-value.ts'
import type { JsonValue } from '../table/json.ts'
import type { LineDraft, LineKindSpec, RowSpec, RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  derived,
  field,
  notClearable,
  part,
  passing,
  readFrom,
  refused,
  required,
  requiredItem,
  sameRow,
  writeOnly,
  yieldsTo,
} from '../table/rows.ts'
import { BoughtGroupLine } from './group-line.ts'
import { resolveAmount } from './line-amount.ts'
import { lineRows } from './line-rows.ts'

const common = lineRows('CustomerRef')

const onlyElsewhere = refused(
  'QuickBooks Desktop (US) has no such field on lines of purchases',
  'Send UnitPrice and Qty, or Amount, as they result from it.',
)

const expense = 'AccountBasedExpenseLineDetail'

/** A cost booked to an account. */
const ExpenseLine: LineKindSpec = {
  detailType: expense,
  detail: expense,
  element: 'ExpenseLine',
  rows: {
    ...common,
    LinkedTxn: refused(
      'QuickBooks Desktop links only lines of items to an order',
      'Put what is ordered on lines with ItemBasedExpenseLineDetail, and link those.',
    ),
    Description: field('Memo', acceptsNumbers),
    Amount: field('Amount', required, notClearable),
    DetailType: derived('text', () => expense),
    [`${expense}.AccountRef`]: field('AccountRef', required, notClearable),
    ...billing(expense),
    ...unknownBelow(expense, ['TaxAmount']),
  },
  beforeWrite: (line) => resolveBilling(expense, line),
}

/** Creates a cost's customer, and whether it is billable. */
function billing(detail: string): RowSpecs {
  return part('billing', {
    [`${detail}.CustomerRef`]: field('CustomerRef'),
    [`${detail}.ClassRef`]: field('ClassRef'),
    [`${detail}.BillableStatus`]: { ...billableStatus, ...readFrom(readBillableStatus) },
  })
}

/** Reads a cost's status, which QuickBooks returns only with a customer. */
function readBillableStatus(line: Element): string {
  return childText(line, 'BillableStatus') ?? 'NotBillable'
}

/** Creates detail fields missing from desktop purchase lines. */
function unknownBelow(detail: string, more: readonly string[]): RowSpecs {
  return {
    [`${detail}.TaxCodeRef`]: derived('ref', () => ({ value: 'NON' }), {
      rejection: {
        reason: 'QuickBooks Desktop (US) has no tax on purchases',
        instead: 'Add a line with AccountBasedExpenseLineDetail for the tax, with its account in AccountRef.',
        passes: isUntaxed,
        passesFor: untaxedCodes,
      },
    }),
    ...sameRow(
      ['MarkupInfo', ...more].map((key) => `${detail}.${key}`),
      onlyElsewhere,
    ),
    [`${detail}.TaxInclusiveAmt`]: amountWithTax,
  }
}

/** Rejects a billable line without a customer, and drops the status from other lines without one. */
function resolveBilling(detail: string, { path, values, current }: LineDraft): CheckedValues {
  const [status, customer] = [`${detail}.BillableStatus`, `${detail}.CustomerRef`]
  if (!values.has(status) || values.has(customer) || current?.has(customer)) return values
  if (values.get(status) === 'Billable') {
    throw new Fault('2020', `${path}.${customer} is required on a billable line.`, { element: `${path}.${customer}` })
  }
  return new Map([...values].filter(([key]) => key !== status))
}

const item = 'ItemBasedExpenseLineDetail'

const itemLineRows = itemRows('Cost', {
  ...billing(item),
  [`${item}.InventorySiteRef`]: field('InventorySiteRef', notClearable),
})

/** Creates an item line. `own` rows differ between transactions. */
function itemRows(priceElement: string, own: RowSpecs): RowSpecs {
  return {
    ...common,
    LinkedTxn: refused(
      'QuickBooks Desktop links lines of items to an order only when a bill is created',
      'Create a Bill whose lines name the order in LinkedTxn.',
    ),
    Description: field('Desc', acceptsNumbers),
    Amount: field('Amount', notClearable),
    DetailType: derived('text', () => item),
    [`${item}.ItemRef`]: field('ItemRef', requiredItem, notClearable),
    [`${item}.Qty`]: field('Quantity', notClearable),
    [`${item}.UnitPrice`]: field(priceElement, notClearable, yieldsTo('Amount')),
    [`${item}.ItemAccountRef`]: field('OverrideItemAccountRef', writeOnly, notClearable),
    [`${item}.UOMRef`]: refused(
      'QuickBooks Desktop uses the unit of measure of the item',
      'Choose the unit of measure on the Item, and send Qty in that unit.',
    ),
    ...unknownBelow(item, [
      'RatePercent',
      'PriceLevelRef',
      'TaxClassificationRef',
      'ServiceDate',
      'InventorySiteRef',
      'DiscountRate',
      'DiscountAmt',
      'DeferredRevenue',
    ]),
    ...own,
  }
}

/** A purchased item. */
const ItemLine: LineKindSpec = {
  detailType: item,
  detail: item,
  rows: itemLineRows,
  beforeWrite: resolveItem,
}

function resolveItem(line: LineDraft): CheckedValues {
  return resolveBilling(item, { ...line, values: resolvePrice(line) })
}

function resolvePrice(line: LineDraft): CheckedValues {
  return resolveAmount(line, { quantity: `${item}.Qty`, price: `${item}.UnitPrice` })
}

/** An item ordered earlier. QuickBooks copies it from the order's line. */
const LinkedItemLine: LineKindSpec = {
  detailType: item,
  detail: item,
  is: isLinked,
  reads: () => false,
  rows: {
    ...itemLineRows,
    LinkedTxn: takesOverLine('PurchaseOrder'),
    [`${item}.ItemRef`]: copiedItem('PurchaseOrder'),
  },
  confirms: confirmCopiedItem('PurchaseOrder', item),
  beforeWrite: resolveItem,
}

/** A line without an item. */
const TextLine: LineKindSpec = {
  detailType: 'DescriptionOnly',
  detail: 'DescriptionLineDetail',
  reads: (line) => child(line, 'ItemRef') === undefined,
  rows: {
    ...common,
    LinkedTxn: noneOnText('link'),
    Description: field('Desc', acceptsNumbers),
    Amount: noneOnText('amount'),
    DetailType: derived('text', () => 'DescriptionOnly'),
    'DescriptionLineDetail.ServiceDate': noneOnText('date'),
    'DescriptionLineDetail.TaxCodeRef': noneOnText('tax code'),
  },
}

function noneOnText(what: string): RowSpec {
  return refused(`a line of text has no ${what} on the desktop`, 'Send the value on a line with an item or an account.')
}

/** The line kinds on vendor credits, checks and card transactions. The first match reads a line. */
export const purchaseLines: readonly LineKindSpec[] = [BoughtGroupLine, TextLine, ItemLine, ExpenseLine]

/** The line kinds on bills, which can also copy order lines. */
export const billLines: readonly LineKindSpec[] = [LinkedItemLine, ...purchaseLines]

/** The line kinds on orders, which contain only items, at a rate. */
export const orderLines: readonly LineKindSpec[] = [
  BoughtGroupLine,
  TextLine,
  {
    detailType: item,
    detail: item,
    rows: itemRows('Rate', {
      [`${item}.ServiceDate`]: field('ServiceDate'),
      [`${item}.CustomerRef`]: field('CustomerRef'),
      [`${item}.ClassRef`]: field('ClassRef'),
      [`${item}.BillableStatus`]: derived('text', () => 'NotBillable', {
        rejection: {
          reason: 'a line of an order becomes billable on its bill',
          instead: 'Set BillableStatus on the line of the Bill.',
          passes: passing('NotBillable'),
        },
      }),
    }),
    beforeWrite: resolvePrice,
  },
]

/** Returns whether a new record has lines, or copies another transaction's. */
export function hasLines(body: Readonly<Record<string, JsonValue>>): boolean {
  return (Array.isArray(body.Line) && body.Line.length > 0) || isMeaningful(body.LinkedTxn)
}
