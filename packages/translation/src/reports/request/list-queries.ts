import { arrange, branch, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { createCurrencyQueries } from '../../parts/currencies.ts'
import type { ListName } from '../table/list-name.ts'

interface ListQuery {
  readonly desktop: string
  /** The elements needed in addition to the ID. */
  readonly elements: readonly string[]
}

export const listQueries: Readonly<Record<ListName, ListQuery>> = {
  account: { desktop: 'Account', elements: ['FullName', 'AccountType'] },
  customer: { desktop: 'Customer', elements: ['FullName'] },
  vendor: { desktop: 'Vendor', elements: ['Name'] },
  employee: { desktop: 'Employee', elements: ['Name'] },
  item: { desktop: 'Item', elements: ['FullName', 'Name', 'ManufacturerPartNumber'] },
  class: { desktop: 'Class', elements: ['FullName'] },
}

/** Records show the company's time, which reveals its offset. */
const timeElements = ['TimeModified', 'EditSequence']

/** Creates the query for a list's names, with inactive records. */
export function createListQuery(list: ListName, options: { readonly withTimes: boolean }): QbxmlRequest {
  const { desktop, elements } = listQueries[list]
  return arrange(
    branch(`${desktop}QueryRq`, [
      leaf('ActiveStatus', 'All'),
      ...['ListID', ...elements, ...(options.withTimes ? timeElements : [])].map((element) =>
        leaf('IncludeRetElement', element),
      ),
    ]),
  )
}

/** Creates the queries for the company's fiscal year and currency. */
export function createCompanyQueries(): readonly QbxmlRequest[] {
  return [branch('CompanyQueryRq', [leaf('IncludeRetElement', 'FirstMonthFiscalYear')]), ...createCurrencyQueries()]
}
