import { Fault } from '@bridge/faults'
import { checkMembers, requireValues } from './check-members.ts'
import { checkToken, idMax, isBlank } from './check-value.ts'
import type { CheckedLine } from './table/checked.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './table/json.ts'
import type { LineKind } from './table/line-kind.ts'
import type { LinesRow } from './table/row.ts'

/** Values of `DetailType` in the reference API (facts/qbo.md, appendix C). */
const detailTypes = new Set([
  'AccountBasedExpenseLineDetail',
  'DepositLineDetail',
  'DescriptionOnly',
  'DiscountLineDetail',
  'GroupLineDetail',
  'ItemAdjustmentLineDetail',
  'ItemBasedExpenseLineDetail',
  'ItemReceiptLineDetail',
  'JournalEntryLineDetail',
  'PaymentLineDetail',
  'PurchaseOrderItemLineDetail',
  'ReimburseLineDetail',
  'SalesItemLineDetail',
  'SalesOrderItemLineDetail',
  'SubTotalLineDetail',
  'TaxLineDetail',
  'TDSLineDetail',
])

/** A sent line table, without the subtotal lines that reads add. Throws the faults of `checkCreate`. */
export const checkLines = (row: LinesRow, value: JsonValue, operation: 'create' | 'update'): readonly CheckedLine[] => {
  if (!Array.isArray(value)) throw new Fault('2010', 'Line must be an array', { element: 'Line' })
  const lines: CheckedLine[] = []
  const ids = new Set<string>()
  value.forEach((body, index) => {
    const path = `Line[${index}]`
    if (!isJsonObject(body)) throw new Fault('2010', `${path} must be an object`, { element: path })
    const id = isBlank(body.Id) || operation === 'create' ? undefined : checkToken(body.Id, `${path}.Id`, idMax)
    if (id === undefined && body.DetailType === 'SubTotalLineDetail') return
    if (id !== undefined && ids.has(id)) {
      throw new Fault('2010', `the line ${id} stands twice in Line`, { element: `${path}.Id` })
    }
    if (id !== undefined) ids.add(id)
    lines.push(checkLine(row, body, path, id))
  })
  if (lines.length === 0)
    throw new Fault('2020', 'Line must hold at least one line; leave Line out to keep the lines as they are', {
      element: 'Line',
    })
  return lines
}

const checkLine = (row: LinesRow, body: JsonObject, path: string, id: string | undefined): CheckedLine => {
  const kind = kindOf(row, body, path)
  if (id !== undefined) return { path, id, kind, values: new Map(), body }
  if (kind === undefined) throw new Fault('2020', `${path} needs DetailType`, { element: `${path}.DetailType` })
  if (kind.keptOnly !== undefined)
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path}: ${kind.keptOnly}`, { element: `${path}.DetailType` })
  const { values } = checkMembers(kind.rows, body, { operation: 'create', path: `${path}.` })
  requireValues(kind.rows, values, 'create', `${path}.`)
  return { path, id, kind, values: kind.beforeWrite?.({ path, body, values, current: undefined }) ?? values, body }
}

/** The kind that a line says it is, by `DetailType` or by the details it carries. */
const kindOf = (row: LinesRow, body: JsonObject, path: string): LineKind | undefined => {
  const element = `${path}.DetailType`
  const type = body.DetailType
  if (isBlank(type)) return row.kinds.find(({ detail }) => detail in body)
  const kind = row.kinds.find(({ detailType }) => detailType === type)
  if (kind !== undefined) return kind
  if (typeof type === 'string' && detailTypes.has(type)) {
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path}: QuickBooks Desktop has no ${type} lines on this transaction`, {
      element,
    })
  }
  throw new Fault('2010', `${element} must be one of ${row.kinds.map(({ detailType }) => detailType).join(', ')}`, {
    element,
  })
}
