import type { Element } from '@bridge/translation/qbxml'
import type { RetOptions } from '../lists/ret.ts'
import { textsOf } from './filters.ts'

/** Which elements and whose custom fields a query asks for. Names are never checked, as in QuickBooks. */
export function retOptionsOf(request: Element): RetOptions {
  return {
    ownerIds: textsOf(request, 'OwnerID').map((id) => id.toUpperCase()),
    only: new Set(textsOf(request, 'IncludeRetElement')),
  }
}
