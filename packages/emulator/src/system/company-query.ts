import { branch, type Element, leaf, monthNames } from '@bridge/qbxml'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { addressBlock, customElements, isIncluded } from '../responses/ret.ts'
import { getRetOptions } from '../responses/ret-options.ts'

const address = { Addr1: '100 Main Street', City: 'Sacramento', State: 'CA', PostalCode: '95814', Country: 'US' }

/** Runs `CompanyQueryRq`. A company has neither an ID nor an EditSequence. */
export function queryCompany(request: Element, { books, switches }: RequestContext): RequestResult {
  const options = getRetOptions(request)
  const name = books.profile.companyName
  const elements = [
    leaf('IsSampleCompany', String(switches.isSampleCompany)),
    leaf('CompanyName', name),
    leaf('LegalCompanyName', name),
    addressElement('Address'),
    ...addressBlock('AddressBlock', address),
    addressElement('LegalAddress'),
    addressElement('CompanyAddressForCustomer'),
    ...addressBlock('CompanyAddressBlockForCustomer', address),
    leaf('Phone', '916-555-0100'),
    leaf('Email', 'office@example.com'),
    leaf('FirstMonthFiscalYear', monthNames[switches.fiscalMonth - 1] ?? 'January'),
    leaf('FirstMonthIncomeTaxYear', 'January'),
    leaf('CompanyType', 'General Service-based Business'),
    leaf('TaxForm', 'OtherOrNone'),
    ...customElements(books.profile.custom, options.ownerIds),
  ]
  return {
    elements: [
      branch(
        'CompanyRet',
        elements.filter((element) => isIncluded(options, element.name)),
      ),
    ],
  }
}

function addressElement(name: string): Element {
  return branch(
    name,
    Object.entries(address).map(([field, text]) => leaf(field, text)),
  )
}
