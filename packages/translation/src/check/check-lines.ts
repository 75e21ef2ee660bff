import { Fault } from '@bridge/faults'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import type { CheckedLine, CompleteLine, LineAbove, LineKind, LinesRow, LineToConfirm } from '../table/row.ts'
import { checkMembers, requireKnownMembers, requireValues } from './check-members.ts'
import { checkToken, isBlank, isMeaningful, maxIdLength } from './check-value.ts'

/** QBO's values for `DetailType`. */
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

/**
 * Checks a `Line` array, skipping the subtotal lines added by reads. Throws the faults from `checkCreate`. Stored lines
 * kept by an update are checked later, against the current record.
 */
export function checkLines(
  row: LinesRow,
  value: JsonValue,
  operation: 'create' | 'update',
  array = 'Line',
): readonly CheckedLine[] {
  if (!Array.isArray(value)) throw new Fault('2010', `${array} must be an array.`, { element: array })
  const lines: CheckedLine[] = []
  const above: LineAbove[] = []
  let subtotals: LineAbove[] = []
  const ids = new Set<string>()
  const isUpdate = operation === 'update'
  value.forEach((body, index) => {
    const path = `${array}[${index}]`
    if (!isJsonObject(body)) throw new Fault('2010', `${path} must be an object.`, { element: path })
    const id =
      isBlank(body.Id) || row.withoutIds || !isUpdate ? undefined : checkToken(body.Id, `${path}.Id`, maxIdLength)
    if (id === undefined && body.DetailType === 'SubTotalLineDetail') {
      subtotals.push({ kind: undefined, body, values: new Map(), current: undefined })
      return
    }
    if (id !== undefined && ids.has(id)) {
      throw new Fault('2010', `Line ${id} appears twice in ${array}.`, { element: `${path}.Id` })
    }
    if (id !== undefined) ids.add(id)
    above.push(...subtotals)
    const line =
      isUpdate && row.updates === 'kept'
        ? repeatedLine(row, body, path, id)
        : checkLine(row, { body, path, id, operation }, isUpdate && row.updates === 'merged' ? undefined : above)
    lines.push(subtotals.length === 0 ? line : { ...line, subtotals })
    subtotals = []
    above.push({ ...line, current: undefined })
  })
  // A client repeats the empty array read from a record without lines, to be compared with the current record.
  const mayBeRepeated = isUpdate && row.isAlwaysRead
  if (lines.length === 0 && !mayBeRepeated && (row.required || row.updates === 'merged'))
    throw new Fault('2020', `${array} must contain at least one line. Omit ${array} to keep the lines.`, {
      element: array,
    })
  if (!isUpdate) row.alsoCheck?.(lines.map(completeLine))
  return lines
}

/** Creates a line an update may only repeat. Its fields may belong to any kind allowed by its `DetailType`. */
function repeatedLine(row: LinesRow, body: JsonObject, path: string, id: string | undefined): CheckedLine {
  const possible = row.kinds.filter(
    ({ detailType }) => isBlank(body.DetailType) || detailType === undefined || detailType === body.DetailType,
  )
  requireKnownMembers(
    (possible.length === 0 ? row.kinds : possible).map(({ rows }) => rows),
    body,
    `${path}.`,
  )
  return { path, id, kind: undefined, values: new Map(), body }
}

/** @param above undefined in a line table merged into the stored one, whose new lines keep their sent values */
function checkLine(
  row: LinesRow,
  { body, path, id, operation }: Pick<CheckedLine, 'body' | 'path' | 'id'> & Pick<LineToConfirm, 'operation'>,
  above: readonly LineAbove[] | undefined,
): CheckedLine {
  const kind = findKind(row, body, path)
  if (id !== undefined) return { path, id, kind, values: new Map(), body }
  if (kind === undefined) throw new Fault('2020', `${path}.DetailType is required.`, { element: `${path}.DetailType` })
  if (kind.keptOnly !== undefined)
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path} is not supported: ${kind.keptOnly}.`, {
      element: `${path}.DetailType`,
    })
  const onExisting = above === undefined && ({ onExisting: true } as const)
  const walk = { operation: 'create', path: `${path}.`, ...onExisting } as const
  const { values } = checkMembers(kind.rows, body, walk)
  requireValues(kind.rows, values, 'create', `${path}.`)
  const draft = { path, body, values, current: undefined, above }
  const resolved = kind.beforeWrite?.(draft) ?? values
  const confirmations = kind.confirms?.({ ...draft, operation, stored: undefined }) ?? []
  const joined = kind.joins?.({ path, body }) ?? []
  return { path, id, kind, values: above === undefined ? values : resolved, body, confirmations, joined }
}

/** Finds a line's kind: the kind recognizing it, or else the one matching its `DetailType` or its details. */
function findKind(row: LinesRow, body: JsonObject, path: string): LineKind | undefined {
  const element = `${path}.DetailType`
  const type = body.DetailType
  const kinds = row.kinds.filter(({ detailType }) => isBlank(type) || detailType === undefined || detailType === type)
  const recognized = kinds.find((kind) => kind.is?.(body) === true)
  if (recognized !== undefined) return recognized
  const rest = kinds.filter((kind) => kind.is === undefined && kind.detailType !== undefined)
  if (isBlank(type)) return findByDetail(rest, body)
  const named = rest[0] ?? (isBlank(body.Id) ? kinds.find(({ detailType }) => detailType === type) : undefined)
  if (named !== undefined || kinds.some(({ detailType }) => detailType === type)) return named
  if (typeof type === 'string' && detailTypes.has(type)) {
    throw new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      `${path} is not supported: QuickBooks Desktop has no ${type} lines on this transaction.`,
      {
        element,
      },
    )
  }
  const known = [...new Set(row.kinds.flatMap(({ detailType }) => detailType ?? []))]
  throw new Fault('2010', `${element} must be one of ${known.join(', ')}.`, { element })
}

/** Finds the kind whose details a line has, preferably filled: clients also send other kinds' details, empty. */
function findByDetail(kinds: readonly LineKind[], body: JsonObject): LineKind | undefined {
  const present = kinds.filter(({ detail }) => detail !== undefined && detail in body)
  return present.find(({ detail = '' }) => isMeaningful(body[detail])) ?? present[0]
}

export function completeLine({ path, kind, values }: CheckedLine): CompleteLine {
  if (kind === undefined) throw new Error(`${path} is new and has no kind`)
  return { path, kind, values }
}
