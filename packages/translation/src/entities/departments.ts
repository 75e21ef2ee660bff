import { Fault } from '@bridge/faults'
import { childText } from '@bridge/qbxml'
import { sameJson } from '../check/same-json.ts'
import type { CheckedValue } from '../table/checked-value.ts'
import { type EntityTable, list, type RecordDraft, type Variant } from '../table/entity-table.ts'
import type { Row, Rows } from '../table/row.ts'
import { derived, refused } from '../table/rows.ts'
import { Class } from './class.ts'
import type { FoundEntity, Registry } from './index.ts'

/** Transactions with a class in the header, which serves as their department. */
const withHeaderClass = new Set(['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo', 'PurchaseOrder', 'TimeActivity'])

const classRows = Object.entries(Class.variants[0]?.rows ?? {}).filter(([key]) => key !== 'SubClass')

/** The class table under the name `Department`. */
const Department = list('Department', {
  desktop: 'Class',
  can: ['create', 'update'],
  hierarchical: true,
  rows: {
    ...Object.fromEntries(classRows),
    SubDepartment: derived('bool', (record) => childText(record, 'Sublevel') !== '0', { reads: ['Sublevel'] }),
    Address: refused(
      'QuickBooks Desktop classes have no address',
      'Put the address in the company’s own CompanyAddr, or keep it in your app.',
    ),
  },
})

const registries = new WeakMap<Registry, Registry>()

/**
 * Converts a registry for a company file using classes as departments [cp-4.7]: `Department` is a class;
 * `DepartmentRef` is the header's `ClassRef` on transactions with one, and is rejected on others; and `Preferences`
 * reports departments as tracked. Returns the same result for the same registry.
 */
export function departmentsFromClasses(entities: Registry): Registry {
  const known = registries.get(entities)
  if (known !== undefined) return known
  const aliased = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [
      name,
      entity.kind === 'built' ? { kind: 'built', table: withDepartment(entity.table) } : entity,
    ]),
  ) as Record<string, FoundEntity>
  const registry = Object.freeze({ ...aliased, Department: { kind: 'built', table: Department } as const })
  registries.set(entities, registry)
  return registry
}

function aliased({ name }: EntityTable, variant: Variant): Variant {
  return withHeaderClass.has(name)
    ? { ...variant, rows: besideClass(variant.rows), alsoCheck: checkDepartment(variant) }
    : { ...variant, rows: { ...variant.rows, DepartmentRef: withoutDepartment } }
}

/** Adds `DepartmentRef` next to `ClassRef`, with the same row. */
function besideClass(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]): [string, Row][] =>
      key === 'ClassRef'
        ? [
            [key, row],
            ['DepartmentRef', row],
          ]
        : [[key, row]],
    ),
  )
}

/** Writes a department as the class. A body may contain both if they are equal. */
function checkDepartment({ alsoCheck }: Variant) {
  return (draft: RecordDraft): void => {
    const { body, values } = draft
    const [department, own] = [values.get('DepartmentRef'), values.get('ClassRef')]
    if (department !== undefined) {
      if (own !== undefined && !isSameClass(department, own) && !sameJson(body.DepartmentRef, body.ClassRef)) {
        throw new Fault(
          'BAD_REQUEST',
          'DepartmentRef and ClassRef differ, but are the same field of QuickBooks Desktop. Send one of them. Nothing was written.',
          { element: 'DepartmentRef' },
        )
      }
      values.delete('DepartmentRef')
      if (own === undefined) values.set('ClassRef', department)
    }
    alsoCheck?.(draft)
  }
}

function isSameClass(one: CheckedValue, other: CheckedValue): boolean {
  return JSON.stringify(one).toLowerCase() === JSON.stringify(other).toLowerCase()
}

function withDepartment(table: EntityTable): EntityTable {
  if (table.kind === 'transaction') return { ...table, variants: table.variants.map((each) => aliased(table, each)) }
  if (!table.variants.some(({ rows }) => tracksDepartments in rows)) return table
  return {
    ...table,
    variants: table.variants.map((variant) => ({
      ...variant,
      rows: { ...variant.rows, [tracksDepartments]: derived('bool', () => true) },
    })),
  }
}

const tracksDepartments = 'AccountingInfoPrefs.TrackDepartments'

const withoutDepartment = refused(
  'QuickBooks Desktop has no class on this transaction that could serve as its department',
  'Set ClassRef on the lines of a transaction that has them, such as an Invoice.',
)
