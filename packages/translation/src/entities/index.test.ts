import { describe, expect, it } from 'vitest'
import { describeEntity } from '../describe.ts'
import { tableOf } from '../translation.fixture.ts'
import { findEntity, registry } from './index.ts'

const names =
  'Customer, Vendor, Employee, Account, Item, Class, Term, PaymentMethod, CustomerType, TaxCode, TaxRate, TaxAgency, CompanyCurrency, ExchangeRate, Invoice, SalesReceipt, Estimate, CreditMemo, Payment, RefundReceipt, Bill, VendorCredit, PurchaseOrder, BillPayment, Purchase, JournalEntry, Deposit, Transfer, TimeActivity, InventoryAdjustment, CompanyInfo, Preferences, Budget, Department, Attachable, Tag, VendorType, CreditCardPayment, TaxPayment'

describe('findEntity', () => {
  it('[dp-1.5] knows every name of the interface, in any case', () => {
    expect(Object.keys(registry).sort()).toEqual(names.split(', ').sort())
    expect(findEntity('taxpayment')).toMatchObject({ kind: 'refused', name: 'TaxPayment', state: 'planned' })
    expect(findEntity('BUDGET')).toMatchObject({
      kind: 'refused',
      state: 'gap',
      reason: expect.stringContaining('budgets'),
    })
    expect(findEntity('invoice')).toMatchObject({ kind: 'built', table: { name: 'Invoice' } })
  })

  it('knows no other name', () => {
    for (const name of ['Sheep', '', '__proto__', 'constructor']) expect(findEntity(name)).toBeUndefined()
  })

  it('[dp-4.2.4] lets transactions be deleted, and lists not', () => {
    expect(tableOf('Invoice').can).toContain('delete')
    for (const name of ['Customer', 'Account', 'Item']) expect(tableOf(name).can).not.toContain('delete')
  })
})

describe('describeEntity', () => {
  it('tells every field with what a client can do with it', () => {
    const { variants } = describeEntity(tableOf('Customer'))
    const field = (path: string) => variants[0]?.fields.find((each) => each.path === path)
    expect(field('DisplayName')).toEqual({
      path: 'DisplayName',
      type: 'text',
      access: 'read-write',
      desktop: 'Name',
      required: true,
      max: 41,
      filter: 'byName',
    })
    expect(field('Balance')).toMatchObject({ access: 'read-only' })
    expect(field('OpenBalanceDate')).toMatchObject({ access: 'create-only' })
    expect(field('WebAddr')).toMatchObject({ access: 'refused', reason: expect.stringContaining('web address') })
    expect(field('CurrencyRef')).toMatchObject({ access: 'repeat-only' })
  })

  it('is plain data, lines and families included', () => {
    for (const name of ['Invoice', 'Item', 'CompanyInfo']) {
      const description = describeEntity(tableOf(name))
      expect(JSON.parse(JSON.stringify(description))).toEqual(description)
    }
    expect(describeEntity(tableOf('Invoice')).variants[0]?.fields.map(({ path }) => path)).toContain(
      'Line.SalesItemLineDetail.Qty',
    )
  })
})
