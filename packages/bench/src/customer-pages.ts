import { branch, type Element, leaf, type QbxmlRequest, serializeMessageSetResponse } from '@bridge/qbxml'

const pageSize = 500

/** Serializes one page of QuickBooks' response to an iterated query over `customers` customers. */
export function customerPage(request: QbxmlRequest | undefined, customers: number): string {
  const { iterator, iteratorID: at = '0' } = request?.attributes ?? {}
  const from = iterator === 'Continue' ? Number(at) : 0
  const count = Math.min(pageSize, customers - from)
  const response = {
    name: 'CustomerQueryRs',
    requestId: '1',
    statusCode: 0,
    statusSeverity: 'Info' as const,
    statusMessage: 'Status OK',
    iteratorId: String(from + count),
    iteratorRemainingCount: customers - from - count,
    elements: Array.from({ length: count }, (_, index) => customerRet(from + index)),
  }
  return serializeMessageSetResponse({ responses: [response] })
}

function customerRet(index: number): Element {
  return branch('CustomerRet', [
    leaf('ListID', `${(0x8000_0000 + index).toString(16).toUpperCase()}-1700000000`),
    leaf('TimeCreated', '2023-11-14T16:13:20-06:00'),
    leaf('TimeModified', '2023-11-14T16:13:20-06:00'),
    leaf('EditSequence', '1700000000'),
    leaf('Name', `Customer ${(index * 7919) % 5000}`),
    leaf('FullName', `Customer ${(index * 7919) % 5000}`),
    leaf('IsActive', 'true'),
    leaf('Sublevel', '0'),
    leaf('CompanyName', `Harbour Works ${index % 90}`),
    leaf('FirstName', 'Tom'),
    leaf('LastName', `Kern ${index % 300}`),
    branch('BillAddress', [
      leaf('Addr1', `Harbour Works ${index % 90}`),
      leaf('Addr2', '12 Harbour Street'),
      leaf('City', 'Bayshore'),
      leaf('State', 'CA'),
      leaf('PostalCode', '94326'),
    ]),
    leaf('Phone', '415-555-2368'),
    leaf('Email', `tom.kern.${index}@harbour-works.example`),
    branch('TermsRef', [leaf('ListID', '30000-1700000000'), leaf('FullName', 'Net 30')]),
    leaf('Balance', `${index % 1_000}.50`),
    leaf('TotalBalance', `${index % 1_000}.50`),
    leaf('JobStatus', 'None'),
    leaf('PreferredDeliveryMethod', 'None'),
  ])
}
