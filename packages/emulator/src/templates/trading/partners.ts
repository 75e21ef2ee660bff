import type { RequestContext } from '../../requests/request-context.ts'
import { add, named } from '../starter/add.ts'

/** A currency the company trades in, with its customers, vendors and accounts by full name. */
export interface Market {
  /** The currency's full name. */
  readonly currency: string
  readonly bank: string
  readonly card: string
  readonly customers: readonly string[]
  readonly vendors: readonly string[]
  readonly country: string
}

export const markets: readonly Market[] = [
  {
    currency: 'US Dollar',
    bank: 'Checking',
    card: 'Company Credit Card',
    customers: ['Atlas Outfitters', 'Bay Supply', 'Cobalt Stores', 'Delta Home'],
    vendors: ['Harbor Freight Lines', 'Pacific Packaging', 'Union Warehousing'],
    country: 'US',
  },
  {
    currency: 'Euro',
    bank: 'Euro Checking',
    card: 'Euro Card',
    customers: ['Alpenhof Sport', 'Brasserie Lefèvre', 'Casa Moretti', 'Casa Moretti:Store Milano'],
    vendors: ['Eisenwerk Keller', 'Filatures du Nord', 'Seta Italiana'],
    country: 'Germany',
  },
  {
    currency: 'Canadian Dollar',
    bank: 'Canadian Checking',
    card: 'Canadian Card',
    customers: ['Maple Ridge Trading', 'Northern Lights Gear', 'Québec Maison'],
    vendors: ['Laurentian Timber', 'Prairie Wool'],
    country: 'Canada',
  },
]

/** The goods: name, price and cost in the home currency, and how many arrive on the first day. */
export const goods = [
  ['Wool Blanket', '89.00', '41.50', '600'],
  ['Steel Bottle', '24.50', '9.80', '1500'],
  ['Oak Tray', '46.00', '19.25', '800'],
] as const

/** The services: name and price in the home currency. */
export const services = [
  ['Customs Handling', '65.00'],
  ['Packing', '18.00'],
] as const

/** Adds the accounts, customers, vendors and items of every market. */
export function addPartners(founded: RequestContext): void {
  for (const { currency, bank, card, customers, vendors, country } of markets) {
    const CurrencyRef = named(currency)
    if (currency !== 'US Dollar') {
      add(founded, 'Account', { Name: bank, AccountType: 'Bank', CurrencyRef })
      add(founded, 'Account', { Name: card, AccountType: 'CreditCard', CurrencyRef })
    }
    for (const name of customers) {
      const [parent = '', job] = name.split(':')
      if (job !== undefined)
        add(founded, 'Customer', { Name: job, ParentRef: named(parent), TermsRef: named('Net 30') })
      else {
        const address = { Addr1: parent, Addr2: `${parent.length} Market Square`, Country: country }
        const terms = { TermsRef: named('Net 30'), SalesTaxCodeRef: named(country === 'US' ? 'Tax' : 'Non') }
        add(founded, 'Customer', { Name: parent, CompanyName: parent, BillAddress: address, ...terms, CurrencyRef })
      }
    }
    for (const name of vendors) {
      const address = { Addr1: name, Addr2: `${name.length} Dock Road`, Country: country }
      add(founded, 'Vendor', {
        Name: name,
        CompanyName: name,
        VendorAddress: address,
        TermsRef: named('Net 15'),
        CurrencyRef,
      })
    }
  }
  for (const [name, price] of services) {
    const sale = { Desc: name, Price: price, AccountRef: named('Service Income') }
    add(founded, 'ItemService', { Name: name, SalesTaxCodeRef: named('Non'), SalesOrPurchase: sale })
  }
  for (const [name, price, cost] of goods) {
    add(founded, 'ItemInventory', {
      Name: name,
      SalesTaxCodeRef: named('Tax'),
      SalesDesc: name,
      SalesPrice: price,
      IncomeAccountRef: named('Product Income'),
      PurchaseDesc: name,
      PurchaseCost: cost,
      COGSAccountRef: named('Cost of Goods Sold'),
      AssetAccountRef: named('Inventory Asset'),
    })
  }
}
