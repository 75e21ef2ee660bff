import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import { describeEntity } from './describe-entity.ts'
import { entityPageName, formatEntityPage } from './entity-page.ts'

/** Names whose values are amounts of money in QuickBooks Online. */
const moneyName = /(?:Amt|Amount|Balance|Price|Cost|Total|HourlyRate)$/
/** The types that such a name has without one. */
const withoutCurrency = new Set(['bool', 'percent', 'structure'])

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

  it.each(
    Object.entries(registry).flatMap(([name, found]) => (found.kind === 'built' ? [[name, found.table] as const] : [])),
  )('says in which currency each amount is: %s', (_name, table) => {
    for (const { desktop, fields } of describeEntity(table).variants) {
      const paths = new Set(fields.map(({ path }) => path))
      for (const { path, type, access, currency, desktop: element = '' } of fields) {
        if (access === 'refused' || access === 'ignored') continue
        const place = `${desktop}: ${path}`
        if (!['amount', 'price', 'rate'].includes(type)) {
          expect([place, currency]).toEqual([place, undefined])
          if (moneyName.test(path)) expect([place, withoutCurrency.has(type)]).toEqual([place, true])
          continue
        }
        expect([place, typeof currency]).toEqual([place, 'string'])
        if (/^Home|InHomeCurrency$/.test(element || path)) expect([place, currency]).toEqual([place, 'home'])
        if (currency === 'home') continue
        for (const decides of currency?.split(' or ') ?? []) expect([place, paths.has(decides)]).toEqual([place, true])
      }
    }
  })

  it('marks rows from shared parts, and rows replacing them', () => {
    const page = formatEntityPage('CreditMemo', registry.CreditMemo ?? expect.fail('CreditMemo is missing'))
    expect(page).toContain('| `CustomerRef` | ref | read-write | `CustomerRef` | required | byEntity | sales form |')
    expect(page).toMatch(/\| `PrintStatus` .*\| replaces sales form \|/)
  })
})
