import { child, childText, type Element } from '@bridge/qbxml'
import { checkYes, isBlank } from '../check/check-value.ts'
import type { CheckedLine, DerivedRow, LinesDraft } from '../table/row.ts'
import { derived } from '../table/rows.ts'

const discount = 'DiscountLineDetail'
const taxCode = `${discount}.TaxCodeRef`
const field = 'ApplyTaxAfterDiscount'

/**
 * Returns whether a desktop line is a discount. A line does not show its item's type, but only discounts are negative
 * without a quantity.
 */
export function isDiscountLine(line: Element): boolean {
  const amount = childText(line, 'RatePercent') ?? childText(line, 'Amount') ?? ''
  return amount.startsWith('-') && child(line, 'Quantity') === undefined
}

/**
 * `ApplyTaxAfterDiscount`, stored on the desktop as the discount's tax code: a taxable discount reduces the taxed
 * amount.
 */
export const taxAfterDiscount: DerivedRow = derived('bool', isTaxedAfterDiscount, {
  needs: 'lines',
  createOnly: true,
  to: (value, { path }) => {
    checkYes(value, path)
    return []
  },
  note: 'true if the discount has the code `Tax`, which `true` gives to a new one; otherwise its item has the code',
})

function isTaxedAfterDiscount(record: Element): boolean {
  return record.children.some((line) => line.name.endsWith('LineRet') && isDiscountLine(line) && isTaxed(line))
}

function isTaxed(line: Element): boolean {
  const code = child(line, 'SalesTaxCodeRef')
  return code !== undefined && childText(code, 'FullName')?.toLowerCase() === 'tax'
}

/** Gives a new form's discounts the code `TAX` if it has `ApplyTaxAfterDiscount`, unless they have a code. */
export function resolveTaxAfterDiscount(lines: readonly CheckedLine[], { body }: LinesDraft): readonly CheckedLine[] {
  const stated = body?.[field]
  if (stated === undefined || isBlank(stated) || !checkYes(stated, field)) return lines
  return lines.map((line) =>
    line.kind?.detailType !== discount || line.values.has(taxCode)
      ? line
      : { ...line, values: new Map([...line.values, [taxCode, { fullName: 'TAX' }]]) },
  )
}
