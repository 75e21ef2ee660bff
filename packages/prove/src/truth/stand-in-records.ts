import { branch, childText, type Element, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { type SeededIds, toReferenceKey } from './to-add-request.ts'

/** The kind of the record replacing one named by a reference and missing from the report. */
const kinds: Readonly<Record<string, string>> = {
  CustomerRef: 'Customer',
  VendorRef: 'Vendor',
  ClassRef: 'Class',
  TermsRef: 'StandardTerms',
  VendorTypeRef: 'VendorType',
  CustomerTypeRef: 'CustomerType',
  ItemRef: 'ItemService',
}

/** A reference to a record that is not in the report, and the request that adds one in its place. */
export interface StandIn {
  readonly key: string
  readonly request: QbxmlRequest
}

/** Returns stand-ins for the records that a record refers to and a report of five each does not have. */
export function listStandIns(
  record: Element,
  ids: SeededIds,
  uniqueName: (name: string) => string,
  incomeAccount: string,
): StandIn[] {
  const found = new Map<string, StandIn>()
  const visit = (element: Element): void => {
    const [kind, id] = [kinds[element.name], childText(element, 'ListID')]
    if (kind === undefined || id === undefined) {
      for (const child of element.children) visit(child)
      return
    }
    const key = toReferenceKey(id, childText(element, 'FullName'))
    if (ids.has(key) || found.has(key)) return
    const details =
      kind === 'ItemService'
        ? [branch('SalesOrPurchase', [branch('AccountRef', [leaf('FullName', incomeAccount)])])]
        : []
    const name = uniqueName(`Stand-in ${kind}`)
    found.set(key, { key, request: branch(`${kind}AddRq`, [branch(`${kind}Add`, [leaf('Name', name), ...details])]) })
  }
  visit(record)
  return [...found.values()]
}
