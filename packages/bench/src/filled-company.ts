import { type Company, type CompanyStorage, memoryStorage, openCompany } from '@bridge/emulator'

const addedAtOnce = 500

/** Opens a company file, by default in memory, with some customers and invoices, each with one line. */
export async function openFilledCompany(
  counts: { readonly customers: number; readonly invoices: number },
  clock = () => new Date(),
  storage: CompanyStorage = memoryStorage(),
): Promise<Company> {
  const company = openCompany({
    storage,
    clock,
    random: Math.random,
    template: 'starter',
  })
  await add(company, counts.customers, customerAdd)
  await addInvoices(company, counts.invoices, counts.customers)
  return company
}

/** Adds invoices for the customers in turn. */
export function addInvoices(company: Company, count: number, customers: number): Promise<void> {
  return add(company, count, (index) => invoiceAdd(index % customers))
}

async function add(company: Company, count: number, toRequest: (index: number) => string): Promise<void> {
  for (let from = 0; from < count; from += addedAtOnce) {
    const size = Math.min(addedAtOnce, count - from)
    const requests = Array.from({ length: size }, (_, index) => toRequest(from + index)).join('')
    const exchanged = await company.exchange(
      `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`,
    )
    if (!exchanged.sent || exchanged.lost || exchanged.response.includes('statusSeverity="Error"'))
      throw new Error(`The company file could not be filled: ${JSON.stringify(exchanged).slice(0, 500)}`)
  }
}

function toName(index: number): string {
  return `Customer ${String((index * 7919) % 100_000).padStart(5, '0')}`
}

function customerAdd(index: number): string {
  return (
    `<CustomerAddRq><CustomerAdd><Name>${toName(index)}</Name><CompanyName>Harbour Works ${index}</CompanyName>` +
    `<FirstName>Tom</FirstName><LastName>Kern ${index}</LastName><BillAddress><Addr1>Harbour Works ${index}</Addr1>` +
    '<Addr2>12 Harbour Street</Addr2><City>Bayshore</City><State>CA</State><PostalCode>94326</PostalCode></BillAddress>' +
    `<Phone>415-555-2368</Phone><Email>tom.kern.${index}@harbour-works.example</Email></CustomerAdd>` +
    '<IncludeRetElement>ListID</IncludeRetElement></CustomerAddRq>'
  )
}

function invoiceAdd(customer: number): string {
  return (
    `<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>${toName(customer)}</FullName></CustomerRef><InvoiceLineAdd>` +
    '<ItemRef><FullName>Training</FullName></ItemRef><Quantity>2</Quantity></InvoiceLineAdd></InvoiceAdd>' +
    '<IncludeRetElement>TxnID</IncludeRetElement></InvoiceAddRq>'
  )
}
