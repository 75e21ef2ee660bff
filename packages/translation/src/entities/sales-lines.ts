import { Fault } from '@bridge/faults'
import { checkYes, isBlank, isMeaningful } from '../check-value.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import type { CheckedValue, CheckedValues } from '../table/checked.ts'
import { sameRow } from '../table/contact.ts'
import { isJsonObject } from '../table/json.ts'
import type { LineDraft, LineKind } from '../table/line-kind.ts'
import type { Rows } from '../table/row.ts'
import {
  amount,
  date,
  deducted,
  derived,
  ignored,
  max,
  names,
  percent,
  permanent,
  price,
  quantity,
  readOnly,
  ref,
  refused,
  requiredItem,
  text,
  writeOnly,
} from '../table/rows.ts'
import { taxCodeNames } from './currency-and-tax.ts'
import { numberAt, settleAmount } from './line-amount.ts'

/** Members of every line that have no place on a desktop line. */
const common: Rows = {
  Id: text('TxnLineID', readOnly),
  LineNum: ignored,
  Received: ignored,
  LinkedTxn: refused('linking a line to a line of another transaction is not available yet'),
  CustomField: refused('custom fields of lines are not available yet'),
  ProjectRef: refused('QuickBooks Desktop has jobs, not projects'),
}

const description: Rows = { Description: text('Desc', max(4095)) }
const onlyElsewhere = refused('QuickBooks Desktop (US) has no such field on lines')

const SalesItemLine: LineKind = {
  detailType: 'SalesItemLineDetail',
  detail: 'SalesItemLineDetail',
  rows: {
    ...common,
    ...description,
    Amount: amount('Amount', permanent),
    DetailType: derived('text', () => 'SalesItemLineDetail'),
    'SalesItemLineDetail.ItemRef': ref('ItemRef', requiredItem, permanent),
    'SalesItemLineDetail.ClassRef': ref('ClassRef', permanent),
    'SalesItemLineDetail.Qty': quantity('Quantity', permanent),
    'SalesItemLineDetail.UnitPrice': price('Rate', permanent),
    'SalesItemLineDetail.RatePercent': percent('RatePercent', permanent),
    'SalesItemLineDetail.PriceLevelRef': ref('PriceLevelRef', writeOnly, permanent),
    'SalesItemLineDetail.ServiceDate': date('ServiceDate'),
    'SalesItemLineDetail.TaxCodeRef': ref('SalesTaxCodeRef', permanent, names(...taxCodeNames)),
    'SalesItemLineDetail.ItemAccountRef': ref('OverrideItemAccountRef', writeOnly, permanent),
    'SalesItemLineDetail.InventorySiteRef': ref('InventorySiteRef', permanent),
    'SalesItemLineDetail.UOMRef': refused('choosing a unit of measure is not available yet'),
    'SalesItemLineDetail.DiscountRate': refused(
      'QuickBooks Desktop discounts with a line of its own: use DiscountLineDetail',
    ),
    'SalesItemLineDetail.DiscountAmt': refused(
      'QuickBooks Desktop discounts with a line of its own: use DiscountLineDetail',
    ),
    ...sameRow(
      ['MarkupInfo', 'TaxClassificationRef', 'TaxInclusiveAmt', 'DeferredRevenue'].map(
        (key) => `SalesItemLineDetail.${key}`,
      ),
      onlyElsewhere,
    ),
  },
  beforeWrite: (line) => settlePrice(line),
}

const qty = 'SalesItemLineDetail.Qty'
const ratePercent = 'SalesItemLineDetail.RatePercent'
const unitPrice = 'SalesItemLineDetail.UnitPrice'

/** A percentage excludes the other values; without one, quantity, rate and amount are settled. */
const settlePrice = (line: LineDraft): CheckedValues => {
  const values = settlePercent(line)
  return values.has(ratePercent) ? values : settleAmount({ ...line, values }, { quantity: qty, price: unitPrice })
}

/**
 * A percentage of the line above excludes a price, and QuickBooks forgets it beside an amount: where a client sends
 * both, the one that it changed is sent.
 */
const settlePercent = ({ path, values, current }: LineDraft): Map<string, CheckedValue> => {
  const settled = new Map(values)
  if (numberAt(values, ratePercent) === undefined) return settled
  const refuse = (other: string): never => {
    throw new Fault('2010', `${path} has both RatePercent and ${other}; send one of them`, {
      element: `${path}.${ratePercent}`,
    })
  }
  if (numberAt(values, unitPrice) !== undefined) refuse('UnitPrice')
  if (numberAt(values, 'Amount') === undefined) return settled
  const isEcho = (key: string): boolean => {
    const [sent, stored] = [numberAt(values, key), numberAt(current, key)]
    return sent !== undefined && stored !== undefined && sent.eq(stored)
  }
  if (isEcho('Amount')) settled.delete('Amount')
  else if (isEcho(ratePercent)) settled.delete(ratePercent)
  else refuse('Amount')
  return settled
}

const DescriptionOnly: LineKind = {
  detailType: 'DescriptionOnly',
  detail: 'DescriptionLineDetail',
  reads: (line) => child(line, 'ItemRef') === undefined,
  rows: {
    ...common,
    ...description,
    Amount: refused('a line of text has no amount on the desktop'),
    DetailType: derived('text', () => 'DescriptionOnly'),
    'DescriptionLineDetail.ServiceDate': refused('a line of text has no date on the desktop'),
    'DescriptionLineDetail.TaxCodeRef': refused('a line of text has no tax code on the desktop'),
  },
}

const DiscountLine: LineKind = {
  detailType: 'DiscountLineDetail',
  detail: 'DiscountLineDetail',
  // A line does not say what its item is; only discounts take something off without counting anything.
  reads: (line) => {
    const taken = childText(line, 'RatePercent') ?? childText(line, 'Amount') ?? ''
    return taken.startsWith('-') && child(line, 'Quantity') === undefined
  },
  rows: {
    ...common,
    ...description,
    Amount: amount('Amount', permanent, deducted),
    DetailType: derived('text', () => 'DiscountLineDetail'),
    'DiscountLineDetail.ItemRef': ref('ItemRef', requiredItem, permanent),
    'DiscountLineDetail.PercentBased': derived('bool', (line: Element) => child(line, 'RatePercent') !== undefined),
    'DiscountLineDetail.DiscountPercent': percent('RatePercent', permanent, deducted),
    'DiscountLineDetail.ClassRef': ref('ClassRef', permanent),
    'DiscountLineDetail.ServiceDate': date('ServiceDate'),
    'DiscountLineDetail.TaxCodeRef': ref('SalesTaxCodeRef', permanent, names(...taxCodeNames)),
    'DiscountLineDetail.DiscountAccountRef': ref('OverrideItemAccountRef', writeOnly, permanent),
    'DiscountLineDetail.DiscountRef': refused('name the discount item in ItemRef'),
  },
  beforeWrite: (line) => settleDiscount(line),
}

const discountPercent = 'DiscountLineDetail.DiscountPercent'

/** A discount is a percentage or an amount; QuickBooks computes the amount of a percentage. */
const settleDiscount = ({ path, body, values, current }: LineDraft): CheckedValues => {
  const detail = isJsonObject(body.DiscountLineDetail) ? body.DiscountLineDetail : {}
  const isPercent = isBlank(detail.PercentBased)
    ? isMeaningful(detail.DiscountPercent)
    : checkYes(detail.PercentBased, `${path}.DiscountLineDetail.PercentBased`)
  const settled = new Map(values)
  settled.delete(isPercent ? 'Amount' : discountPercent)
  const needed = isPercent ? discountPercent : 'Amount'
  if (!settled.has(needed) && current?.has(needed) !== true && (current === undefined || 'PercentBased' in detail)) {
    throw new Fault('2020', `${path} needs ${needed}`, { element: `${path}.${needed}` })
  }
  return settled
}

const GroupLine: LineKind = {
  detailType: 'GroupLineDetail',
  detail: 'GroupLineDetail',
  isGroup: true,
  keptOnly:
    'adding or changing group lines is not available yet; a group line that is sent back as it was read is kept',
  rows: {
    Id: text('TxnLineID', readOnly),
    LineNum: ignored,
    ...description,
    Amount: amount('TotalAmount', readOnly),
    DetailType: derived('text', () => 'GroupLineDetail'),
    'GroupLineDetail.GroupItemRef': ref('ItemGroupRef'),
    'GroupLineDetail.Quantity': quantity('Quantity'),
    'GroupLineDetail.ServiceDate': date('ServiceDate'),
  },
}

/** The kinds of lines on sales forms; the first that recognises a desktop line reads it. */
export const salesLines: readonly LineKind[] = [GroupLine, DescriptionOnly, DiscountLine, SalesItemLine]
