import {
  branch,
  childrenByName,
  childText,
  type Element,
  leaf,
  type QbxmlRequest,
  type QbxmlResponse,
  serializeMessageSetResponse,
} from '@bridge/qbxml'

/** Serializes QuickBooks' response to requests for some of `customers` customers, by ID or in pages. */
export function respondWithCustomers(requests: readonly QbxmlRequest[], customers: number): string {
  return serializeMessageSetResponse({ responses: requests.map((request) => respond(request, customers)) })
}

function respond(request: QbxmlRequest, customers: number): QbxmlResponse {
  const head = {
    name: 'CustomerQueryRs',
    requestId: '1',
    statusCode: 0,
    statusSeverity: 'Info' as const,
    statusMessage: 'Status OK',
  }
  const selected = new Set(childrenByName(request, 'IncludeRetElement').map(({ text }) => text))
  const toElement = (index: number): Element => {
    const record = customerRet(index)
    const children = record.children.filter(({ name }) => selected.size === 0 || selected.has(name))
    return { ...record, children }
  }
  const named = childrenByName(request, 'ListID').map(({ text }) => Number.parseInt(text, 16) - firstId)
  if (named.length > 0) return { ...head, elements: named.map(toElement) }
  const { iterator, iteratorID: at = '0' } = request.attributes ?? {}
  const from = iterator === 'Continue' ? Number(at) : 0
  const count = Math.min(Number(childText(request, 'MaxReturned')), customers - from)
  return {
    ...head,
    iteratorId: String(from + count),
    iteratorRemainingCount: customers - from - count,
    elements: Array.from({ length: count }, (_, index) => toElement(from + index)),
  }
}

const firstId = 0x8000_0000

function customerRet(index: number): Element {
  return branch('CustomerRet', [
    leaf('ListID', `${(firstId + index).toString(16).toUpperCase()}-1700000000`),
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
