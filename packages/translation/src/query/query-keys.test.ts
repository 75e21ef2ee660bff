import { expect, it } from 'vitest'
import { requireTable } from '../../test/translation.fixture.ts'
import { registry } from '../entities/index.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { parseQuery } from './parse.ts'
import { requireProperty } from './property.ts'
import { findQueryKeys } from './query-keys.ts'

function findKeys(text: string) {
  const query = parseQuery(text)
  return findQueryKeys(query, requireTable(query.entity))
}

/** Returns the fields that queries can be sorted by. */
function getSortable(table: EntityTable): string[] {
  const keys = new Set(table.variants.flatMap(({ rows }) => Object.keys(rows)))
  return [...keys].filter((key) => {
    try {
      return requireProperty(table, key).kind !== 'structure'
    } catch {
      return false
    }
  })
}

it('reads the ID, and the elements of conditions and order in all variants', () => {
  expect(
    findKeys("SELECT * FROM Customer WHERE Active = true AND PrimaryEmailAddr LIKE '%x' ORDERBY DisplayName"),
  ).toMatchObject({
    elements: ['ListID', 'IsActive', 'Email', 'Name'],
    isExact: false,
  })
  expect(findKeys('SELECT * FROM Item ORDERBY UnitPrice')?.elements).toEqual([
    'ListID',
    'SalesOrPurchase',
    'SalesAndPurchase',
    'DiscountRate',
    'SalesPrice',
    'IsActive',
  ])
  expect(findKeys('SELECT * FROM Invoice ORDERBY CustomerRef.name, MetaData.LastUpdatedTime')?.elements).toEqual([
    'TxnID',
    'CustomerRef',
    'TimeModified',
    'EditSequence',
  ])
})

it('reads only the ID and the rows of conditions and order, in all variants', () => {
  const getRows = (text: string) => findKeys(text)?.table.variants.map(({ rows }) => Object.keys(rows))
  expect(getRows("SELECT * FROM Invoice WHERE CustomerRef = '1' ORDERBY MetaData.LastUpdatedTime")).toEqual([
    ['Id', 'MetaData.LastUpdatedTime', 'CustomerRef'],
  ])
  expect(new Set(getRows('SELECT * FROM Item ORDERBY Name')?.flat())).toEqual(new Set(['Id', 'Name', 'Active']))
})

it('needs whole records only for values in lines, and for the vendors named by tax items', () => {
  const tables = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table] : []))
  const needing = tables
    .filter(({ kind }) => kind !== 'single')
    .flatMap((table) =>
      getSortable(table)
        .filter((key) => findKeys(`SELECT Id FROM ${table.name} ORDERBY ${key}`) === undefined)
        .map((key) => `${table.name}.${key}`),
    )
  expect(needing.filter((name) => !name.startsWith('TaxAgency.'))).toEqual([
    'Invoice.ApplyTaxAfterDiscount',
    'SalesReceipt.ApplyTaxAfterDiscount',
    'Estimate.ApplyTaxAfterDiscount',
    'CreditMemo.ApplyTaxAfterDiscount',
    'JournalEntry.TotalAmt',
  ])
  expect(needing).toContain('TaxAgency.DisplayName')
})
