import { Fault } from '@bridge/faults'
import { findEntity, type Registry } from '@bridge/translation'

/** A QBO path, below the realm ID, for which QuickBooks Desktop has no equivalent. */
interface RefusedRoute {
  readonly method: 'GET' | 'POST'
  /** Segments in lower case; `{entity}` matches an entity's name, `{any}` matches any text. */
  readonly path: readonly string[]
  readonly reason: string
}

const attachments =
  'Attachable is not supported: QuickBooks Desktop does not give integrations access to documents. Store the document in your app, and put its address into PrivateNote of the transaction'
const forms =
  'QuickBooks Desktop does not give integrations its printed forms. Print or save the form in QuickBooks Desktop'
const emails =
  'QuickBooks Desktop sends forms only at a user’s request. Set EmailStatus NeedToSend on an invoice, estimate, sales receipt or credit memo, and it waits in QuickBooks Desktop under Send Forms'

const refusedRoutes: readonly RefusedRoute[] = [
  { method: 'POST', path: ['upload'], reason: attachments },
  { method: 'GET', path: ['download', '{any}'], reason: attachments },
  { method: 'GET', path: ['{entity}', '{any}', 'pdf'], reason: forms },
  { method: 'POST', path: ['{entity}', '{any}', 'send'], reason: emails },
  {
    method: 'POST',
    path: ['taxservice', 'taxcode'],
    reason:
      'QuickBooks Desktop keeps agencies, rates and codes of sales tax as separate lists. Create the sales tax item there, and use the TaxCode that it becomes in TxnTaxDetail.TxnTaxCodeRef',
  },
]

/**
 * Finds the reason why a QBO path is not served.
 *
 * @returns Fault `UNSUPPORTED_BY_DESKTOP`, or undefined for a path missing in QBO, too
 */
export function findRefusedRoute(method: string, segments: readonly string[], entities?: Registry): Fault | undefined {
  const matches = (part: string, segment: string): boolean =>
    part === '{any}' ||
    (part === '{entity}' ? findEntity(segment, entities) !== undefined : part === segment.toLowerCase())
  const found = refusedRoutes.find(
    (route) =>
      route.method === method &&
      route.path.length === segments.length &&
      route.path.every((part, index) => matches(part, segments[index] ?? '')),
  )
  return found && new Fault('UNSUPPORTED_BY_DESKTOP', `${found.reason}.`)
}
