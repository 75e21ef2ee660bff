import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import { entityPageName, formatEntityPage } from './entity-page.ts'

const folder = new URL('../../../../docs/entities/', import.meta.url)
const outdated = 'docs/entities is out of date: run `npm run docs:entities -w @bridge/translation`.'

describe('docs/entities', () => {
  it('each entity has a page', () => {
    expect(readdirSync(folder).sort(), outdated).toEqual(Object.keys(registry).map(entityPageName).sort())
  })

  it.each(Object.entries(registry))('the page on %s is up to date', (name, entity) => {
    expect(
      readFileSync(new URL(entityPageName(name), folder), 'utf8') === formatEntityPage(name, entity),
      outdated,
    ).toBe(true)
  })
})

describe('formatEntityPage', () => {
  it('marks values that only QuickBooks sets', () => {
    const page = formatEntityPage('TimeActivity', registry.TimeActivity ?? expect.fail('TimeActivity is missing'))
    expect(page).toContain('`Billable`, `NotBillable`, `HasBeenBilled` (read-only)')
  })

  it.each([
    ['Invoice', 'HomeBalance', 'amount in the home currency'],
    ['Invoice', 'TxnTaxDetail.TotalTax', 'amount in the currency of `CurrencyRef`'],
    ['Bill', 'Line.Amount', 'amount in the currency of `CurrencyRef`'],
    ['Transfer', 'Amount', 'amount in the currency of `FromAccountRef` or `ToAccountRef`'],
    ['InventoryAdjustment', 'Line.Amount', 'amount in the home currency'],
    ['Item', 'UnitPrice', 'price in the home currency'],
  ])('says in which currency an amount is: %s.%s', (entity, path, type) => {
    expect(formatEntityPage(entity, registry[entity] ?? expect.fail(entity))).toContain(`| \`${path}\` | ${type} |`)
  })

  it('marks rows from shared parts, and rows replacing them', () => {
    const page = formatEntityPage('CreditMemo', registry.CreditMemo ?? expect.fail('CreditMemo is missing'))
    expect(page).toContain('| `CustomerRef` | ref | read-write | `CustomerRef` | required | byEntity | sales form |')
    expect(page).toMatch(/\| `PrintStatus` .*\| replaces sales form \|/)
  })
})
