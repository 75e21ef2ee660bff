import { lineElementsOf } from './line-table.ts'
import type { EntityTable, Operation, Variant } from './table/entity-table.ts'
import type { DerivedRow, Filter, LinesRow, Row, Rows, ValueRow } from './table/row.ts'

/** What a client can do with a field. */
export type FieldAccess =
  | 'read-write'
  | 'read-only'
  | 'create-only'
  | 'write-only'
  | 'repeat-only'
  | 'refused'
  | 'ignored'

/** A field of an entity, in words and plain data. */
export interface FieldDescription {
  /** The client's path: `BillAddr.Line1`, `Line.SalesItemLineDetail.Qty`. */
  readonly path: string
  readonly type: string
  readonly access: FieldAccess
  /** The desktop's element below its record. */
  readonly desktop?: string
  readonly required?: boolean
  /** Characters. */
  readonly max?: number
  readonly values?: readonly string[]
  /** QuickBooks itself filters by it. */
  readonly filter?: Filter
  /** Why it is refused or can only be repeated. */
  readonly reason?: string
  readonly note?: string
}

export interface VariantDescription {
  readonly desktop: string
  readonly operations: readonly Operation[]
  readonly fields: readonly FieldDescription[]
}

/** An entity as its documentation page shows it. */
export interface EntityDescription {
  readonly name: string
  readonly kind: EntityTable['kind']
  readonly operations: readonly Operation[]
  readonly variants: readonly VariantDescription[]
}

/** A table as plain data, for the documentation page and for JSON. */
export const describeEntity = (table: EntityTable): EntityDescription => ({
  name: table.name,
  kind: table.kind,
  operations: table.can,
  variants: table.variants.map((variant) => ({
    desktop: variant.desktop,
    operations: variant.can,
    fields: describeRows(variant.rows, variant, ''),
  })),
})

const describeRows = (rows: Rows, variant: Variant, prefix: string): FieldDescription[] =>
  Object.entries(rows).flatMap(([key, row]) => describeRow(`${prefix}${key}`, row, variant))

const describeRow = (path: string, row: Row, variant: Variant): FieldDescription[] => {
  switch (row.kind) {
    case 'refused':
      return [{ path, type: '', access: 'refused', reason: row.reason }]
    case 'ignored':
      return [{ path, type: '', access: 'ignored' }]
    case 'derived':
      return [
        {
          path,
          type: row.type,
          access: accessOfDerived(row),
          ...(row.fixed && { reason: row.fixed.reason }),
          ...(row.filter && { filter: row.filter }),
          ...(row.note && { note: row.note }),
        },
      ]
    case 'lines':
      return [
        { path, type: 'lines', access: 'read-write', desktop: stemsOf(row), required: row.required },
        ...row.kinds.flatMap((kind) =>
          describeRows(kind.rows, variant, `${path}.`).filter((field) => !field.path.endsWith('.DetailType')),
        ),
      ]
    default:
      return [describeValue(path, row, variant)]
  }
}

/** `ExpenseLineRet | ItemLineRet` */
const stemsOf = (row: LinesRow): string =>
  [...new Set(row.kinds.map((kind) => lineElementsOf(row, kind).ret))].join(' | ')

const accessOfDerived = ({ to, createOnly, fixed, isCustomFields }: DerivedRow): FieldAccess => {
  if (isCustomFields) return 'read-write'
  if (to !== undefined) return createOnly ? 'create-only' : 'read-write'
  return fixed === undefined ? 'read-only' : 'repeat-only'
}

const describeValue = (path: string, row: ValueRow, { can }: Variant): FieldDescription => ({
  path,
  type: row.kind,
  access: accessOf(row, can),
  desktop: row.or === undefined ? row.element : `${row.element} | ${row.or}`,
  ...(row.required && { required: true }),
  ...(row.max !== undefined && { max: row.max }),
  ...(row.choices && { values: [...new Set(row.choices.map(({ client }) => client))] }),
  ...(row.filter && { filter: row.filter }),
  ...(row.fixed && { reason: row.fixed.reason }),
  ...(row.note && { note: row.note }),
})

const accessOf = (row: ValueRow, can: readonly Operation[]): FieldAccess => {
  if (row.fixed !== undefined) return 'repeat-only'
  if (row.readOnly || !(can.includes('create') || can.includes('update'))) return 'read-only'
  if (row.createOnly) return 'create-only'
  return row.writeOnly ? 'write-only' : 'read-write'
}
