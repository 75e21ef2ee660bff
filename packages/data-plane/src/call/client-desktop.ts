import type { Grant } from '@bridge/identity/access/grant'
import { type Desktop, decorateDesktop } from '../desktop/desktop.ts'

/** The client of the calls that users of the portal make. */
const portalClient = 'portal'

/** Returns who makes the calls of a grant, for what clients share. */
export function getClient({ clientId }: Pick<Grant, 'clientId'>): string {
  return clientId ?? portalClient
}

/** Names the client in each exchange of a desktop. */
export function withClient(desktop: Desktop, client: string): Desktop {
  return decorateDesktop(desktop, (realmId, messageSet, options) =>
    desktop.exchange(realmId, messageSet, { ...options, client }),
  )
}
