import type { EntityTable, Operation, Variant } from '../table/entity-table.ts'
import { getKindElements } from '../table/line-table.ts'
import type { BorrowedRow, DerivedRow, LineKind, LinesRow, Row, Rows, ValueRow } from '../table/row.ts'
import type { Choice, CurrencyRule, Filter } from '../table/traits.ts'

export type FieldAccess =
  | 'read-write'
  | 'read-only'
  | 'create-only'
  | 'write-only'
  | 'repeat-only'
  | 'borrowed'
  | 'refused'
  | 'ignored'

/** An entity's field as plain data. */
export interface FieldDescription {
  /** Client-side path: `BillAddr.Line1`, `Line.SalesItemLineDetail.Qty`. */
  readonly path: string
  /** The `DetailType` on lines with the field; undefined if all line kinds share it. */
  readonly lineKind?: string
  readonly type: string
  /** For an amount, a price or an exchange rate: the fields that decide about its currency, or `home`. */
  readonly currency?: string
  readonly access: FieldAccess
  /** The element's path below the record. */
  readonly desktop?: string
  readonly required?: boolean
  /** QuickBooks cannot clear it. Absent where it is required, which says as much. */
  readonly notClearable?: true
  /** Maximum length in code points. */
  readonly max?: number
  /** Smallest and largest number. */
  readonly between?: readonly [number, number]
  readonly values?: readonly string[]
  /** The values only QuickBooks sets. */
  readonly readOnlyValues?: readonly string[]
  /** The filter by which QuickBooks can select it. */
  readonly filter?: Filter
  /** Why it is rejected, or may only be repeated. */
  readonly reason?: string
  /** What a client sends instead, as a sentence. */
  readonly instead?: string
  readonly note?: string
  /** The shared part containing the row. */
  readonly part?: string
  /** The shared part whose row it replaces. */
  readonly replaces?: string
}

export interface VariantDescription {
  readonly desktop: string
  readonly operations: readonly Operation[]
  readonly fields: readonly FieldDescription[]
}

/** An entity as shown on its documentation page. */
export interface EntityDescription {
  readonly name: string
  readonly kind: EntityTable['kind']
  readonly operations: readonly Operation[]
  readonly variants: readonly VariantDescription[]
}

/** Describes a table as plain data, for documentation pages and the OpenAPI document. */
export function describeEntity(table: EntityTable): EntityDescription {
  return {
    name: table.name,
    kind: table.kind,
    operations: table.can,
    variants: table.variants.map((variant) => ({
      desktop: variant.desktop,
      operations: [...new Set(['read', 'query', ...variant.can] as const)],
      fields: describeRows(variant.rows, variant, ''),
    })),
  }
}

function describeRows(rows: Rows, variant: Variant, prefix: string): FieldDescription[] {
  return Object.entries(rows).flatMap(([key, row]) => describeRow(`${prefix}${key}`, row, variant))
}

function describeRow(path: string, row: Row, variant: Variant): FieldDescription[] {
  const origin = { ...(row.part && { part: row.part }), ...(row.replaces && { replaces: row.replaces }) }
  switch (row.kind) {
    case 'refused':
      return [{ path, type: '', access: 'refused', reason: row.reason, instead: row.instead, ...origin }]
    case 'ignored':
      return [{ path, type: '', access: 'ignored', ...(row.note && { note: row.note }), ...origin }]
    case 'borrowed':
      return [
        {
          path,
          type: row.type,
          ...describeCurrency(row, variant),
          access: 'borrowed',
          reason: row.reason,
          instead: row.instead,
          ...origin,
        },
      ]
    case 'derived':
      return [
        {
          path,
          type: row.type,
          ...describeCurrency(row, variant),
          access: derivedAccess[row.access],
          ...(row.rejection && { reason: row.rejection.reason, instead: row.rejection.instead }),
          ...(row.filter && { filter: row.filter }),
          ...(row.note && { note: row.note }),
          ...origin,
        },
      ]
    case 'lines':
      return [
        {
          path,
          type: 'lines',
          access: getLinesAccess(row, variant.can),
          desktop: formatStems(row),
          required: row.required,
          ...origin,
        },
        ...describeLines(path, row, variant),
      ]
    default:
      return [{ ...describeValue(path, row, variant), ...origin }]
  }
}

function getLinesAccess({ updates }: LinesRow, can: readonly Operation[]): FieldAccess {
  if (!can.includes('create') && !can.includes('update')) return 'read-only'
  return updates === 'kept' || !can.includes('update') ? 'create-only' : 'read-write'
}

/** Formats line elements: `ExpenseLineRet | ItemLineRet`. */
function formatStems(row: LinesRow): string {
  return [...new Set(row.kinds.map((kind) => getKindElements(row, kind).ret))].join(' | ')
}

/** Describes fields shared by all line kinds once, then each kind's other fields. */
function describeLines(path: string, { kinds, withoutIds }: LinesRow, variant: Variant): FieldDescription[] {
  const number: FieldDescription = { path: `${path}.LineNum`, type: 'integer', access: 'read-only' }
  const described = [...new Set(kinds.map(lineKindName))].map((lineKind) => {
    const rows = mergeRows(kinds.filter((kind) => lineKindName(kind) === lineKind))
    const fields = describeRows(rows, variant, `${path}.`).filter((field) => !field.path.endsWith('.DetailType'))
    return {
      lineKind,
      fields: withoutIds ? fields : fields.map((field) => (field.path === number.path ? number : field)),
    }
  })
  const texts = described.map(({ fields }) => new Set(fields.map(serializeRow)))
  const isCommon = (field: FieldDescription): boolean =>
    texts.length > 1 && texts.every((each) => each.has(serializeRow(field)))
  return [
    ...(described[0]?.fields.filter(isCommon) ?? []),
    ...described.flatMap(({ lineKind, fields }) =>
      fields.filter((field) => !isCommon(field)).map((field) => ({ ...field, lineKind })),
    ),
  ]
}

function serializeRow({ part, replaces, ...row }: FieldDescription): string {
  return JSON.stringify(row)
}

function lineKindName({ detailType, detail }: LineKind): string {
  return detailType ?? detail ?? 'without DetailType'
}

/** Merges rows from kinds with the same name. Given two rows for a field, the one allowing more wins. */
function mergeRows(kinds: readonly LineKind[]): Rows {
  const rows: Record<string, Row> = {}
  for (const [key, row] of kinds.flatMap((kind) => Object.entries(kind.rows))) {
    const known = rows[key]
    if (known === undefined || getRank(row) > getRank(known)) rows[key] = row
  }
  return rows
}

/** Ranks rows by what they allow: nothing, reading, writing. */
function getRank({ kind, access }: Row): number {
  if (kind === 'refused' || kind === 'ignored' || kind === 'borrowed') return 0
  return access === 'readOnly' ? 1 : 2
}

/** Describes an amount's currency: the record's own, its owner's, or the home currency, as for all exchange rates. */
function describeCurrency(
  row: Pick<ValueRow | DerivedRow | BorrowedRow, 'type'> & { readonly element?: string },
  { rows }: Variant,
): Pick<FieldDescription, 'currency'> {
  if (row.type !== 'amount' && row.type !== 'price' && row.type !== 'rate') return {}
  if (row.type === 'rate' || row.element?.endsWith('InHomeCurrency')) return { currency: 'home' }
  const [key, decides] = Object.entries(rows).find(([, each]) => getRule(each)?.kind === 'code') ?? []
  if (key === undefined || decides === undefined) return { currency: 'home' }
  const owners = getRule(decides)?.owners?.map(({ ref }) => ref) ?? []
  return { currency: decides.kind !== 'refused' ? key : owners.length === 0 ? 'home' : owners.join(' or ') }
}

function getRule(row: Row): CurrencyRule | undefined {
  return 'currency' in row ? row.currency : undefined
}

function describeValue(path: string, row: ValueRow, variant: Variant): FieldDescription {
  const { can } = variant
  const { type, element, alternative, choices, rejection, note, write, query } = row
  return {
    path,
    type,
    ...describeCurrency(row, variant),
    access: getAccess(row, can),
    desktop: alternative === undefined ? element : `${element} | ${alternative}`,
    ...(write.required && { required: true }),
    ...(!write.required && write.notClearable && can.includes('update') && { notClearable: true }),
    ...(write.max !== undefined && { max: write.max }),
    ...(write.between && { between: write.between }),
    ...(choices && describeChoices(choices)),
    ...(query.filter && { filter: query.filter }),
    ...(rejection && { reason: rejection.reason, instead: rejection.instead }),
    ...(note && { note }),
  }
}

function describeChoices(choices: readonly Choice[]): Pick<FieldDescription, 'values' | 'readOnlyValues' | 'instead'> {
  const values = [...new Set(choices.map(({ client }) => client))]
  const readOnlyValues = values.filter((value) =>
    choices.every(({ client, writes }) => client !== value || writes === false),
  )
  const instead = choices.find((each) => each.instead !== undefined)?.instead
  return {
    values,
    ...(readOnlyValues.length > 0 && { readOnlyValues }),
    ...(instead !== undefined && { instead }),
  }
}

function getAccess({ access, read }: ValueRow, can: readonly Operation[]): FieldAccess {
  if (access === 'repeatOnly') return 'repeat-only'
  if (access === 'readOnly' || access === 'openingBalance') return 'read-only'
  if (!can.includes('create') && !can.includes('update')) return 'read-only'
  if (access === 'createOnly' || !can.includes('update')) return 'create-only'
  return read.hidden ? 'write-only' : 'read-write'
}

const derivedAccess: Readonly<Record<DerivedRow['access'], FieldAccess>> = {
  readWrite: 'read-write',
  customFields: 'read-write',
  createOnly: 'create-only',
  readOnly: 'read-only',
  repeatOnly: 'repeat-only',
}
