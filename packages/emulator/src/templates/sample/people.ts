import type { RequestContext } from '../../requests/request-context.ts'
import { add, named, type RequestFields } from '../starter/add.ts'

const customers = `
Alder Street Books|Ines|Alder|Sacramento|95811|Net 15|Residential
Bluebird Daycare|Tomas|Blue|Elk Grove|95624|Net 30|Commercial
Brightwater Spa|Nadia|Water|Tahoe City|96145|Net 30|Commercial
Canyon Ridge Winery|Oscar|Canyon|Plymouth|95669|Net 30|Commercial
Carver Woodworks|June|Carver|Lodi|95240|Net 15|Commercial
Clover Leaf Pharmacy|Priya|Clover|Davis|95616|Net 30|Commercial
Copper Kettle Brewing|Sam|Kettle|Nevada City|95959|Net 10|Commercial
Delta Sailing School|Ruth|Delta|Rio Vista|94571|Net 30|Commercial
Driftwood Gallery|Yuki|Drift|Benicia|94510|Due on receipt|Residential
Eastside Veterinary|Marco|East|Folsom|95630|Net 30|Commercial
Fairview Dance Studio|Lena|Fair|Rocklin|95677|Net 15|Residential
Fernwood Property Care|Abel|Fern|Auburn|95603|Net 60|Commercial
Gold Rush Cycles|Tess|Gold|Placerville|95667|Net 15|Residential
Grapevine Catering|Omar|Vine|Napa|94559|Net 10|Commercial
Hawthorn Lodge|Greta|Haw|Truckee|96161|Net 30|Commercial
Hillside Elementary|Paul|Hillside|Colfax|95713|Net 60|Commercial
Ironwood Machine Shop|Vera|Iron|Stockton|95202|Net 30|Commercial
Juniper Optics|Dev|Juniper|Roseville|95661|Net 15|Commercial
Kingfisher Travel|Aisha|King|Sacramento|95814|Net 30|Residential
Lakeshore Kayaks|Bruno|Lake|Lincoln|95648|Due on receipt|Residential
Lantern Street Theater|Mira|Lantern|Woodland|95695|Net 30|Commercial
Maple Court Senior Living|Henry|Court|Citrus Heights|95610|Net 30|Commercial
Meadowlark Nursery|Sofia|Meadow|Loomis|95650|Net 15|Commercial
Northgate Insurance|Ivan|North|Sacramento|95834|Net 30|Commercial
Oak Hollow Farm|Clara|Hollow|Winters|95694|Net 30|Residential
Otter Creek Outfitters|Jonah|Otter|Grass Valley|95945|Net 15|Commercial
Pinecrest Realty|Adele|Pine|Cameron Park|95682|Net 10|Commercial
Quarry Lane Stone|Felix|Quarry|Ione|95640|Net 30|Commercial
Red Barn Antiques|Wanda|Barn|Sutter Creek|95685|Due on receipt|Residential
Riverbend Dental Group|Kofi|River|Yuba City|95991|Net 30|Commercial
Saltbox Ceramics|Elin|Salt|Vallejo|94590|Net 15|Residential
Silver Fern Consulting|Ravi|Silver|Davis|95618|Net 30|Commercial
Sunstone Yoga|Maya|Sunstone|Folsom|95630|Net 15|Residential
Thistle & Thread|Nora|Thistle|Galt|95632|Net 15|Residential
Upland Surveyors|Carl|Upland|Jackson|95642|Net 30|Commercial
Valley View Orchard|Rosa|Valley|Newcastle|95658|Net 30|Commercial
Willow Bank Clinic|Hugo|Willow|West Sacramento|95605|Net 60|Commercial
`

const jobs = `
Bluebird Daycare|Playroom Furniture|InProgress
Canyon Ridge Winery|Tasting Room|Closed
Eastside Veterinary|Reception Rebuild|InProgress
Hawthorn Lodge|Dining Hall|Awarded
Hawthorn Lodge|Guest Rooms|InProgress
Hillside Elementary|Library Shelving|Pending
Lantern Street Theater|Foyer Seating|Closed
Maple Court Senior Living|Common Room|InProgress
Northgate Insurance|Second Floor|Closed
Riverbend Dental Group|Waiting Area|InProgress
`

const vendors = `
Ashby Office Supply|Suppliers|Net 30
Bayline Freight|Freight|Net 15
Beacon Web Hosting|Services|Due on receipt
Capitol Cleaning Crew|Services|Net 15
Cascade Lumber|Suppliers|Net 30
Central Valley Power|Utilities|Due on receipt
Corner Garage|Services|Net 10
Crown Lighting Wholesale|Suppliers|Net 30
Dovetail Hardware|Suppliers|Net 30
Evergreen Insurance Agency|Services|Net 30
Falcon Courier|Freight|Net 10
Foothill Water District|Utilities|Due on receipt
Garnet Upholstery|Subcontractors|Net 15
Harper & Lowe Accountants|Services|Net 30
Keystone Property Management|Services|Due on receipt
Lindqvist Seating|Suppliers|Net 30
Mercer Advertising|Services|Net 30
Northern Steel Frames|Suppliers|Net 30
Orchard Telecom|Utilities|Due on receipt
Peregrine Installations|Subcontractors|Net 15
Quill Print House|Services|Net 15
Redwood Panels|Suppliers|Net 30
Sierra Tool Rental|Services|Net 10
Tamarack Coatings|Subcontractors|Net 30
`

const employees = `
Anna||Berg|Owner|Managing Director|Female|900-10-1101
Daniel|J|Cho|Regular|Lead Designer|Male|900-10-1102
Elena||Duarte|Regular|Office Manager|Female|900-10-1103
Frank||Osei|Regular|Installer|Male|900-10-1104
Grace|L|Patel|Regular|Sales|Female|900-10-1105
Hassan||Reed|Regular|Installer|Male|900-10-1106
Isabel||Stone|Regular|Bookkeeper|Female|900-10-1107
Jack||Tanaka|Officer|Warehouse|Male|900-10-1108
`

/** The customers and jobs `addPeople` adds, by full name. */
export const buyers: readonly string[] = [
  ...getRows(customers).map(([name = '']) => name),
  ...getRows(jobs).map(([parent = '', name = '']) => `${parent}:${name}`),
]

function getRows(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|'))
}

/** The employees whose time is tracked, by name. */
export const workers: readonly string[] = ['Daniel J Cho', 'Frank Osei', 'Grace L Patel', 'Hassan Reed']

/** Adds customers with jobs, vendors, employees, their types and the sales representatives. */
export function addPeople(context: RequestContext): void {
  for (const name of ['Suppliers', 'Services', 'Subcontractors', 'Utilities', 'Freight']) {
    add(context, 'VendorType', { Name: name })
  }
  for (const row of getRows(employees)) addEmployee(context, row)
  for (const [initial = '', name = ''] of [
    ['GP', 'Grace L Patel'],
    ['DC', 'Daniel J Cho'],
  ]) {
    add(context, 'SalesRep', { Initial: initial, SalesRepEntityRef: named(name) })
  }
  for (const [index, row] of getRows(customers).entries()) addCustomer(context, row, index)
  for (const [parent = '', name = '', status = ''] of getRows(jobs)) {
    add(context, 'Customer', { Name: name, ParentRef: named(parent), TermsRef: named('Net 30'), JobStatus: status })
  }
  for (const [index, row] of getRows(vendors).entries()) addVendor(context, row, index)
}

function addEmployee(context: RequestContext, row: readonly string[]): void {
  const [first = '', middle = '', last = '', type = '', title = '', gender = '', number = ''] = row
  add(context, 'Employee', {
    FirstName: first,
    ...(middle === '' ? {} : { MiddleName: middle }),
    LastName: last,
    JobTitle: title,
    EmployeeAddress: { Addr1: `${last.length * 11} Birch Court`, City: 'Sacramento', State: 'CA', PostalCode: '95816' },
    SSN: number,
    Email: `${mailbox(first)}@example.com`,
    EmployeeType: type,
    Gender: gender,
    HiredDate: `20${10 + (last.length % 9)}-0${1 + (first.length % 9)}-15`,
  })
}

function mailbox(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
}

function addCustomer(context: RequestContext, row: readonly string[], index: number): void {
  const [name = '', first = '', last = '', city = '', zip = '', terms = '', type = ''] = row
  const address: RequestFields = {
    Addr1: name,
    Addr2: `${110 + index * 7} ${['Elm Street', 'Mill Road', 'Station Way', 'Harbor Drive'][index % 4]}`,
    City: city,
    State: 'CA',
    PostalCode: zip,
  }
  add(context, 'Customer', {
    Name: name,
    CompanyName: name,
    FirstName: first,
    LastName: last,
    BillAddress: address,
    ShipAddress: address,
    Phone: phone(2, index),
    Email: `${mailbox(name)}@example.com`,
    CustomerTypeRef: named(type),
    TermsRef: named(terms),
    SalesRepRef: named(index % 2 === 0 ? 'GP' : 'DC'),
    ...(index % 12 === 7 ? { SalesTaxCodeRef: named('Non'), ResaleNumber: `R-${4400 + index}` } : {}),
    CreditLimit: `${50_000 + (index % 5) * 25_000}.00`,
  })
}

function phone(kind: number, index: number): string {
  return `916-555-0${kind}${String(index).padStart(2, '0')}`
}

function addVendor(context: RequestContext, row: readonly string[], index: number): void {
  const [name = '', type = '', terms = ''] = row
  add(context, 'Vendor', {
    Name: name,
    CompanyName: name,
    VendorAddress: { Addr1: name, Addr2: `${20 + index * 9} Commerce Park`, City: 'Stockton', State: 'CA' },
    Phone: phone(3, index),
    Email: `orders@${mailbox(name)}.example.com`,
    NameOnCheck: name,
    AccountNumber: `BR-${700 + index}`,
    VendorTypeRef: named(type),
    TermsRef: named(terms),
    ...(type === 'Subcontractors' ? { VendorTaxIdent: `94-12345${10 + index}`, IsVendorEligibleFor1099: 'true' } : {}),
  })
}
