import { childrenByName, type Element } from '@bridge/qbxml'
import type { RetOptions } from './ret.ts'

/** Returns the elements and the custom field owners a query requests. Like QuickBooks, ignores unknown names. */
export function getRetOptions(request: Element): RetOptions {
  return {
    ownerIds: childrenByName(request, 'OwnerID').map(({ text }) => text.toUpperCase()),
    only: new Set(childrenByName(request, 'IncludeRetElement').map(({ text }) => text)),
  }
}
