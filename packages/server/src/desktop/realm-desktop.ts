import type { Grant } from '../oauth/grant.ts'
import type { Desktop } from './desktop.ts'

/** Finds the way to the company file of a grant. */
export type DesktopOf = (grant: Pick<Grant, 'realmKind'>) => Desktop

/** Sandboxes are emulated here, production company files are reached through the gateways. */
export function createDesktopOf(desktops: { readonly sandbox: Desktop; readonly production: Desktop }): DesktopOf {
  return ({ realmKind }) => desktops[realmKind]
}
