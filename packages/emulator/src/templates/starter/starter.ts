import { hostDate } from '../../host/host-time.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { add, named, type RequestFields } from './add.ts'

const dayS = 24 * 60 * 60
const hourS = 60 * 60

const customers = [
  ['Amber Lane Bakery', 'Amber', 'Lane', 'Davis', 'Net 30'],
  ['Birchwood Dental', 'Boris', 'Birch', 'Folsom', 'Net 15'],
  ['Cedar & Sons Roofing', 'Carla', 'Cedar', 'Roseville', 'Net 30'],
  ['Dunmore Architects', 'Dana', 'Dunmore', 'Sacramento', 'Net 30'],
  ["Ellie's Garden Center", 'Ellie', 'Fern', 'Auburn', 'Due on receipt'],
  ['Foothill Fitness', 'Frank', 'Hill', 'Placerville', 'Net 10'],
  ['Granite Bay Legal', 'Grace', 'Bay', 'Granite Bay', 'Net 60'],
  ['Harbor Café', 'Hélène', 'Marin', 'Benicia', 'Net 15'],
] as const

const jobs = [
  ['Dunmore Architects', 'City Hall Model', 'InProgress'],
  ['Cedar & Sons Roofing', 'Warehouse Annex', 'Awarded'],
] as const

const services = [
  ['Bookkeeping', 'Monthly bookkeeping', '65.00', 'Service Income'],
  ['Consulting', 'Consulting, per hour', '120.00', 'Consulting Income'],
  ['Design', 'Graphic design, per hour', '85.00', 'Service Income'],
  ['Hosting', 'Web hosting, per month', '24.95', 'Service Income'],
  ['Installation', 'On-site installation, per hour', '75.50', 'Service Income'],
  ['Maintenance', 'Maintenance plan, per month', '149.00', 'Service Income'],
  ['Photography', 'Product photography, half a day', '310.00', 'Service Income'],
  ['Training', 'Training, per person', '89.00', 'Consulting Income'],
  ['Translation', 'Translation, per word', '0.185', 'Service Income'],
  ['Website Review', 'Review of a web site', '450.00', 'Consulting Income'],
] as const

const customFields = [
  ['Region', 'Customer'],
  ['Skill Level', 'Item'],
  ['Project Code', 'Invoice'],
] as const

const invoiceCount = 25

/** Adds customers with jobs, items and recent invoices; the same in every file. */
export function addStarterRecords(founded: RequestContext, now: number): void {
  addStarterLists(founded)
  for (let index = 0; index < invoiceCount; index++) addInvoice(founded, now, index)
}

// The oldest invoice is half a year old, the newest from yesterday; every fifth has a discount.
function addInvoice(founded: RequestContext, now: number, index: number): void {
  const daysAgo = 1 + (invoiceCount - 1 - index) * 7
  const entered = now - daysAgo * dayS - (index % 5) * hourS
  const context = { ...founded, now: entered }
  const names = [...customers.map(([name]) => name), ...jobs.map(([parent, name]) => `${parent}:${name}`)]
  const service = (offset: number): RequestFields => named(services[(index * 3 + offset) % services.length]?.[0] ?? '')
  const lines: RequestFields[] = [
    { ItemRef: service(0), Quantity: String(1 + (index % 6)) },
    { ItemRef: service(1), Quantity: index % 2 === 0 ? '2.5' : '1' },
  ]
  if (index % 5 === 0) lines.push({ ItemRef: named('Discount') })
  if (index % 4 === 0) lines.push({ ItemRef: named('Printed Manual'), Quantity: '3' })
  if (index % 6 === 0) lines.push({ Desc: 'Thank you for the quick decision' })
  const fields = {
    CustomerRef: named(names[index % names.length] ?? ''),
    TxnDate: hostDate(founded.switches, entered),
    RefNumber: String(1001 + index),
  }
  add(context, 'Invoice', { ...fields, InvoiceLineAdd: lines })
}

/** Adds the customers with their jobs, the items, classes and custom fields. */
export function addStarterLists(founded: RequestContext): void {
  for (const [name, first, last, city, terms] of customers) {
    add(founded, 'Customer', customerFields(name, first, last, city, terms))
  }
  for (const [parent, name, status] of jobs) {
    add(founded, 'Customer', { Name: name, ParentRef: named(parent), TermsRef: named('Net 30'), JobStatus: status })
  }
  for (const [name, description, price, account] of services) {
    add(founded, 'ItemService', {
      Name: name,
      SalesTaxCodeRef: named('Non'),
      SalesOrPurchase: { Desc: description, Price: price, AccountRef: named(account) },
    })
  }
  add(founded, 'ItemNonInventory', {
    Name: 'Printed Manual',
    SalesTaxCodeRef: named('Tax'),
    SalesOrPurchase: { Desc: 'Printed manual', Price: '18.00', AccountRef: named('Product Income') },
  })
  add(founded, 'ItemDiscount', {
    Name: 'Discount',
    ItemDesc: 'Discount',
    DiscountRatePercent: '10.00',
    AccountRef: named('Discounts Given'),
  })
  for (const name of ['North', 'South']) add(founded, 'Class', { Name: name })
  for (const [name, object] of customFields) {
    add(founded, 'DataExtDef', {
      OwnerID: '0',
      DataExtName: name,
      DataExtType: 'STR255TYPE',
      AssignToObject: object,
    })
  }
}

function customerFields(name: string, first: string, last: string, city: string, terms: string): RequestFields {
  return {
    Name: name,
    CompanyName: name,
    FirstName: first,
    LastName: last,
    BillAddress: { Addr1: name, Addr2: `${name.length}0 Oak Avenue`, City: city, State: 'CA', PostalCode: '95603' },
    Phone: `916-555-01${String(name.length).padStart(2, '0')}`,
    Email: `${last.toLowerCase()}@example.com`,
    TermsRef: named(terms),
  }
}
