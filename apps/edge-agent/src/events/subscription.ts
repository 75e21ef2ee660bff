import { branch, type Element, leaf, serializeElement } from '@bridge/qbxml'
import type { ComHost } from '../quickbooks/com-host.ts'
import { callHost } from '../quickbooks/session.ts'

/** The class of `windows/qbevents.c`, which QuickBooks calls. */
export const listenerClass = '{EBB7D4DC-9388-46D0-878F-25B2393FE2C8}'
/** Identifies the agent's subscription in QuickBooks. */
const subscriberId = '{67421B37-7358-4D5D-B4E7-AE633D5BD97E}'

/** Types whose changes a poll finds. Each message set has the types of the message tables. */
const listTypes = [
  ...['Account', 'Class', 'Customer', 'DateDrivenTerms', 'Employee', 'ItemDiscount', 'ItemFixedAsset', 'ItemGroup'],
  ...['ItemInventory', 'ItemInventoryAssembly', 'ItemNonInventory', 'ItemOtherCharge', 'ItemPayment', 'ItemSalesTax'],
  ...['ItemSalesTaxGroup', 'ItemService', 'ItemSubtotal', 'OtherName', 'PaymentMethod', 'StandardTerms', 'Vendor'],
]
const txnTypes = [
  ...['ARRefundCreditCard', 'Bill', 'BillPaymentCheck', 'BillPaymentCreditCard', 'Charge', 'Check', 'CreditCardCharge'],
  ...['CreditCardCredit', 'CreditMemo', 'Deposit', 'Estimate', 'InventoryAdjustment', 'Invoice', 'ItemReceipt'],
  ...['JournalEntry', 'PurchaseOrder', 'ReceivePayment', 'SalesOrder', 'SalesReceipt', 'SalesTaxPaymentCheck'],
  ...['TimeTracking', 'VendorCredit'],
]

/** Adds the subscription, with the name by which QuickBooks knows the agent. Own changes are not reported. */
export function formatSubscription(applicationName: string): string {
  const callback = [leaf('AppName', applicationName), leaf('CLSID', listenerClass)]
  const subscription = branch('DataEventSubscriptionAdd', [
    leaf('SubscriberID', subscriberId),
    branch('COMCallbackInfo', callback),
    // The poll finds what people change while the agent does not run.
    leaf('DeliveryPolicy', 'DeliverOnlyIfRunning'),
    leaf('TrackLostEvents', 'None'),
    toEvents('List', listTypes, ['Add', 'Modify', 'Delete', 'Merge']),
    toEvents('Txn', txnTypes, ['Add', 'Modify', 'Delete']),
  ])
  return toSubscriptionSet(branch('DataEventSubscriptionAddRq', [subscription]))
}

/** Removes the subscription. */
export function formatRemoval(): string {
  const content = [leaf('SubscriberID', subscriberId), leaf('SubscriptionType', 'Data')]
  return toSubscriptionSet(branch('SubscriptionDelRq', content))
}

function toEvents(kind: 'List' | 'Txn', types: readonly string[], operations: readonly string[]): Element {
  return branch(`${kind}EventSubscription`, [
    ...types.map((type) => leaf(`${kind}EventType`, type)),
    ...operations.map((operation) => leaf(`${kind}EventOperation`, operation)),
  ])
}

function toSubscriptionSet(request: Element): string {
  const set = serializeElement(branch('QBXML', [branch('QBXMLSubscriptionMsgsRq', [request])]))
  return `<?xml version="1.0" encoding="utf-8"?>\n<?qbxml version="13.0"?>\n${set}`
}

/** What QuickBooks says about a subscription. */
export interface SubscriptionStatus {
  readonly code: number
  readonly message: string
}

/** Returned for a subscription that exists. */
const alreadySubscribed = 3180

export function isSubscribed({ code }: SubscriptionStatus): boolean {
  return code === 0 || code === alreadySubscribed
}

/**
 * Sends a subscription. It needs no session, and returns as late as the Admin confirms it.
 *
 * @throws {ComError} for the failed call; the connection is closed then
 */
export async function sendSubscription(
  host: ComHost,
  applicationName: string,
  subscription: string,
): Promise<SubscriptionStatus> {
  await callHost(host, 'new')
  try {
    await callHost(host, 'call', 'OpenConnection2', '', applicationName, localQuickBooks)
    try {
      return readStatus(await callHost(host, 'call', 'ProcessSubscription', subscription))
    } finally {
      await host.request('call', 'CloseConnection')
    }
  } finally {
    await host.request('drop')
  }
}

/** An enumeration value in the request processor's type library. */
const localQuickBooks = 1

const responseTag = /<(?:DataEventSubscriptionAddRs|SubscriptionDelRs)\b[^<>]*>/
const noStatus: SubscriptionStatus = { code: -1, message: 'QuickBooks did not say whether it worked.' }

function readStatus(response: string): SubscriptionStatus {
  const [tag] = responseTag.exec(response) ?? []
  const code = tag && /\sstatusCode="(\d+)"/.exec(tag)?.[1]
  if (!code) return noStatus
  return { code: Number(code), message: /\sstatusMessage="([^"]*)"/.exec(tag)?.[1] ?? '' }
}
