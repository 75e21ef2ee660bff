import type { Grant } from '@bridge/identity/access/grant'
import { type Desktop, decorateDesktop } from '../desktop/desktop.ts'

/** The client for calls made by portal users. */
const portalClient = 'portal'

/** Returns who makes a grant's calls, for what clients share. */
export function getClient({ clientId }: Pick<Grant, 'clientId'>): string {
  return clientId ?? portalClient
}

/** Names the client in each desktop exchange. */
export function withClient(desktop: Desktop, client: string): Desktop {
  return decorateDesktop(desktop, (realmId, messageSet, options) =>
    desktop.exchange(realmId, messageSet, { ...options, client }),
  )
}
