import { childrenByName, type Element } from '@bridge/translation/qbxml'
import type { RetOptions } from './ret.ts'

/** Which elements and whose custom fields a query asks for. Names are never checked, as in QuickBooks. */
export function getRetOptions(request: Element): RetOptions {
  return {
    ownerIds: childrenByName(request, 'OwnerID').map(({ text }) => text.toUpperCase()),
    only: new Set(childrenByName(request, 'IncludeRetElement').map(({ text }) => text)),
  }
}
