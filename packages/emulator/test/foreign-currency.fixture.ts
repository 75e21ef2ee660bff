import type { Company } from '../src/company/company.ts'
import { openTestCompany } from './company.fixture.ts'
import { add, ref } from './purchases.fixture.ts'

/** Opens a company with a customer, a vendor and a bank account in US dollars, euros and Canadian dollars. */
export async function openForeignCompany(): Promise<Company> {
  const { company } = openTestCompany({ switches: { multiCurrency: true } })
  for (const [name, currency] of [
    ['Euro', 'Euro'],
    ['Canadian', 'Canadian Dollar'],
    ['American', 'US Dollar'],
  ] as const) {
    const currencyRef = ref('CurrencyRef', currency)
    await add(company, 'Customer', `<Name>${name} Buyer</Name>${currencyRef}`)
    await add(company, 'Vendor', `<Name>${name} Seller</Name>${currencyRef}`)
    await add(company, 'Account', `<Name>${name} Bank</Name><AccountType>Bank</AccountType>${currencyRef}`)
  }
  const price = `<Price>50.00</Price>${ref('AccountRef', 'Service Income')}`
  await add(company, 'ItemService', `<Name>Advice</Name><SalesOrPurchase>${price}</SalesOrPurchase>`)
  return company
}

/** Returns an invoice's fields: a customer, a rate and one amount. */
export function invoiceOf(customer: string, amount: string, rate = '', rest = ''): string {
  const rateField = rate === '' ? '' : `<ExchangeRate>${rate}</ExchangeRate>`
  const line = `<InvoiceLineAdd>${ref('ItemRef', 'Advice')}<Amount>${amount}</Amount></InvoiceLineAdd>`
  return `${ref('CustomerRef', customer)}${rest}${rateField}${line}`
}

/** Returns a bill's fields: a vendor, a rate and one amount. */
export function billOf(vendor: string, amount: string, rate: string): string {
  const line = `<ExpenseLineAdd>${ref('AccountRef', 'Rent')}<Amount>${amount}</Amount></ExpenseLineAdd>`
  return `${ref('VendorRef', vendor)}<ExchangeRate>${rate}</ExchangeRate>${line}`
}
