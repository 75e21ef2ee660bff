import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isIncluded } from '../responses/ret.ts'
import { getRetOptions } from '../responses/ret-options.ts'

/** The qbXML versions the host supports. */
export const supportedVersions: readonly string[] = [
  ...['1.0', '1.1', '2.0', '2.1', '3.0', '4.0', '4.1', '5.0', '6.0', '7.0'],
  ...['8.0', '9.0', '10.0', '11.0', '12.0', '13.0'],
]

const capacities = [
  ['Account', 10000],
  ['BillingRate', 100],
  ['Class', 10000],
  ['CustomerMsg', 10000],
  ['CustomerType', 10000],
  ['Entity', 14500],
  ['Item', 14500],
  ['JobType', 10000],
  ['PaymentMethod', 10000],
  ['PayrollItem', 10000],
  ['PriceLevel', 100],
  ['SalesRep', 10000],
  ['SalesTaxCode', 10000],
  ['ShipMethod', 10000],
  ['Template', 10000],
  ['Terms', 10000],
  ['ToDo', 10000],
  ['Vehicle', 10000],
  ['VendorType', 10000],
] as const

/** Runs `HostQueryRq`: returns the application and its versions. */
export function queryHost(request: Element, { switches }: RequestContext): RequestResult {
  const options = getRetOptions(request)
  const metaData = child(request, 'IncludeListMetaData')
  const hasCapacities =
    metaData !== undefined && ['true', '1'].includes(childText(metaData, 'IncludeMaxCapacity') ?? '')
  const elements = [
    leaf('ProductName', 'QuickBooks Enterprise Solutions 14.0'),
    leaf('MajorVersion', '24'),
    leaf('MinorVersion', '0'),
    leaf('Country', 'US'),
    ...supportedVersions.map((version) => leaf('SupportedQBXMLVersion', version)),
    leaf('IsAutomaticLogin', 'false'),
    leaf('QBFileMode', switches.multiUser ? 'MultiUser' : 'SingleUser'),
    ...(hasCapacities ? [createCapacityElement()] : []),
  ]
  return {
    elements: [
      branch(
        'HostRet',
        elements.filter((element) => isIncluded(options, element.name)),
      ),
    ],
  }
}

function createCapacityElement(): Element {
  return branch(
    'ListMetaData',
    capacities.map(([list, capacity]) => branch(`${list}MetaData`, [leaf('MaxCapacity', String(capacity))])),
  )
}
