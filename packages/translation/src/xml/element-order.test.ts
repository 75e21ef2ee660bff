import { describe, expect, it } from 'vitest'
import { describeEntity } from '../describe/describe-entity.ts'
import { departmentsFromClasses } from '../entities/departments.ts'
import { registry } from '../entities/index.ts'
import { elementRank } from './element-order.ts'

/** Fields present on records but missing from Intuit's schema, below their parent. They follow all others. */
const beyondSchema = [
  'InventoryAdjustment/ClassRef',
  'DiscountLineDetail/ItemRef',
  'Bill/HomeTotalAmt',
  'BillPayment/HomeTotalAmt',
  'Payment/HomeTotalAmt',
  'Purchase/HomeTotalAmt',
  'PurchaseOrder/HomeTotalAmt',
  'VendorCredit/HomeTotalAmt',
  'TaxRate/SalesTaxRateList',
]

const attributes: ReadonlySet<string> = new Set(['domain', 'sparse', 'status', 'time', 'value'])
const tables = Object.values(departmentsFromClasses(registry)).flatMap((found) =>
  found.kind === 'built' ? [found.table] : [],
)

/** Lists an entity's record fields as pairs: parent, name. */
function listPlaces(table: (typeof tables)[number]): readonly (readonly [parent: string, name: string])[] {
  const fields = describeEntity(table).variants.flatMap((variant) => variant.fields)
  const isRead = (access: string) => !['refused', 'ignored', 'borrowed', 'write-only'].includes(access)
  return fields
    .filter(({ access }) => isRead(access))
    .flatMap(({ path }) => {
      const names = [table.name, ...path.split('.')]
      return names.slice(1).map((name, index) => [names[index] ?? '', name] as const)
    })
    .filter(([, name]) => !attributes.has(name))
}

describe('elementRank', () => {
  it.each(tables.map((table) => [table.name, table] as const))('every field on %s has a position', (_name, table) => {
    const places = listPlaces(table)
    const siblings = (parent: string) =>
      new Set(places.filter(([each]) => each === parent).map(([, name]) => name)).size
    const missing = places.filter(
      ([parent, name]) => siblings(parent) > 1 && elementRank(parent, name) === Number.MAX_SAFE_INTEGER,
    )
    const printed = [...new Set(missing.map(([parent, name]) => `${parent}/${name}`))]
    expect(printed.filter((place) => !beyondSchema.includes(place))).toEqual([])
  })
})
