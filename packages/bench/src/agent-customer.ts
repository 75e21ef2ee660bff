/** The ID of the benchmark's customer. */
export const customerId = '80000001-1700000000'

/** The customer record in qbXML. */
const customerRecord =
  `<CustomerRet><ListID>${customerId}</ListID><TimeCreated>2025-02-03T10:11:12-08:00</TimeCreated>` +
  '<TimeModified>2025-05-06T07:08:09-08:00</TimeModified><EditSequence>1746544089</EditSequence>' +
  '<Name>Kern Lighting Warehouse</Name><FullName>Kern Lighting Warehouse</FullName><IsActive>true</IsActive>' +
  '<Sublevel>0</Sublevel><CompanyName>Kern Lighting Warehouse</CompanyName><Salutation>Mr.</Salutation>' +
  '<FirstName>Tom</FirstName><LastName>Kern</LastName>' +
  `${address('BillAddress')}${address('ShipAddress')}` +
  '<Phone>415-555-2368</Phone><AltPhone>415-555-2369</AltPhone><Fax>415-555-2370</Fax>' +
  '<Email>tom@kern-lighting.example</Email><Contact>Tom Kern</Contact>' +
  '<TermsRef><ListID>30000-1700000000</ListID><FullName>Net 30</FullName></TermsRef>' +
  '<Balance>1250.40</Balance><TotalBalance>1250.40</TotalBalance>' +
  '<SalesTaxCodeRef><ListID>10000-1700000000</ListID><FullName>Tax</FullName></SalesTaxCodeRef>' +
  '<JobStatus>None</JobStatus><PreferredDeliveryMethod>None</PreferredDeliveryMethod>' +
  '</CustomerRet>'

const customerQuery = serializeQuery('CustomerQuery', '1')

/** The message set querying the customer. */
export const customerQuerySet = `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq requestID="1"><ListID>${customerId}</ListID></CustomerQueryRq></QBXMLMsgsRq></QBXML>`

/** QuickBooks' response to a query for the customer. */
export const customerResponse = serializeResponse([customerQuery])

/** Returns QuickBooks' response to customer queries, in a company file without other records. */
export function respondToQueries(messageSet: string): string {
  const queries = [...messageSet.matchAll(/<(\w+Query)Rq requestID="([^"]*)"/g)]
  if (queries.length === 1) return customerResponse
  return serializeResponse(queries.map(([, query = '', requestId = '']) => serializeQuery(query, requestId)))
}

function serializeQuery(query: string, requestId: string): string {
  if (query === 'CustomerQuery')
    return `<${query}Rs requestID="${requestId}" statusCode="0" statusSeverity="Info" statusMessage="Status OK">${customerRecord}</${query}Rs>`
  return `<${query}Rs requestID="${requestId}" statusCode="1" statusSeverity="Info" statusMessage="No match"/>`
}

function serializeResponse(parts: readonly string[]): string {
  return `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${parts.join('')}</QBXMLMsgsRs></QBXML>`
}

function address(name: string) {
  return (
    `<${name}><Addr1>Kern Lighting Warehouse</Addr1><Addr2>Tom Kern</Addr2><Addr3>9876 Main Street</Addr3>` +
    `<City>Middlefield</City><State>CA</State><PostalCode>94471</PostalCode><Country>USA</Country></${name}>`
  )
}
