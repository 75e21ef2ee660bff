import { listKinds } from '../../books/list-kinds.ts'
import { hostDate } from '../../host/host-time.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { add, named } from './add.ts'

const terms = [
  ['Due on receipt', '0'],
  ['Net 10', '10'],
  ['Net 15', '15'],
  ['Net 30', '30'],
  ['Net 60', '60'],
] as const

const paymentMethods = [
  ['Cash', 'Cash'],
  ['Check', 'Check'],
  ['American Express', 'AmericanExpress'],
  ['Discover', 'Discover'],
  ['MasterCard', 'MasterCard'],
  ['Visa', 'Visa'],
  ['Debit Card', 'DebitCard'],
  ['E-Check', 'ECheck'],
] as const

const messages = [
  'Thank you for your business.',
  'Please remit to above address.',
  "It's been a pleasure working with you!",
]

const priceLevels = [
  ['Wholesale', '-10.00'],
  ['Rush', '15.00'],
] as const

const currencies = [
  ['US Dollar', 'USD', '1'],
  ['Canadian Dollar', 'CAD', '0.73'],
  ['Euro', 'EUR', '1.08'],
  ['British Pound Sterling', 'GBP', '1.27'],
  ['Japanese Yen', 'JPY', '0.0067'],
] as const

/**
 * Adds every new file's lists: terms, payment methods, tax codes, a sales tax item, price levels, inventory sites,
 * templates, and the currencies multicurrency shows.
 */
export function addSystemLists(context: RequestContext): void {
  for (const [name, days] of terms) add(context, 'StandardTerms', { Name: name, StdDueDays: days })
  add(context, 'StandardTerms', { Name: '2% 10 Net 30', StdDueDays: '30', StdDiscountDays: '10', DiscountPct: '2.00' })
  add(context, 'DateDrivenTerms', { Name: '1st of the month', DayOfMonthDue: '1' })
  for (const [name, type] of paymentMethods) add(context, 'PaymentMethod', { Name: name, PaymentMethodType: type })
  for (const name of messages) add(context, 'CustomerMsg', { Name: name })
  for (const name of ['DHL', 'Federal Express', 'UPS', 'US Mail']) add(context, 'ShipMethod', { Name: name })
  for (const name of ['Residential', 'Commercial']) add(context, 'CustomerType', { Name: name })
  add(context, 'SalesTaxCode', { Name: 'Tax', IsTaxable: 'true', Desc: 'Taxable Sales' })
  add(context, 'SalesTaxCode', { Name: 'Non', IsTaxable: 'false', Desc: 'Non-Taxable Sales' })
  add(context, 'Vendor', { Name: 'State Board of Equalization' })
  add(context, 'ItemSalesTax', {
    Name: 'Sales Tax',
    ItemDesc: 'Sales Tax',
    TaxRate: '7.75',
    TaxVendorRef: named('State Board of Equalization'),
  })
  for (const [name, percentage] of priceLevels)
    add(context, 'PriceLevel', { Name: name, PriceLevelFixedPercentage: percentage })
  for (const name of ['Main Warehouse', 'Showroom']) add(context, 'InventorySite', { Name: name })
  for (const [name, code, rate] of currencies) addCurrency(context, name, code, rate)
  for (const name of ['Intuit Service Invoice', 'Intuit Product Invoice']) addTemplate(context, name)
}

// Built-in currencies have a rate, which no request sets.
function addCurrency(context: RequestContext, name: string, code: string, rate: string): void {
  const { books, switches, now } = context
  const founding = { ...context, switches: { ...switches, multiCurrency: true } }
  const id = add(founding, 'Currency', { Name: name, CurrencyCode: code })
  const currency = books.lists.byId('Currency', id)
  if (currency === undefined) return
  const known = { IsUserDefinedCurrency: 'false', ExchangeRate: rate, AsOfDate: hostDate(switches, now) }
  books.putRecord({ ...currency, fields: { ...currency.fields, ...known } })
}

// No request adds a template, so they are stored directly.
function addTemplate({ books, now }: RequestContext, name: string): void {
  const family = listKinds.get('Template')?.family ?? ''
  const id = `${(0x80000000 + books.nextNumber(family)).toString(16).toUpperCase()}-${now}`
  const fields = { Name: name, IsActive: 'true', TemplateType: 'Invoice' }
  books.putRecord({ kind: 'Template', id, created: now, modified: now, fields, custom: [] })
}
