import type { Desktop } from './desktop.ts'

/** Finds a realm's desktop by its kind: the emulator serves sandboxes, gateways serve the others. */
export type FindDesktop = (realm: { readonly realmKind: 'sandbox' | 'production' }) => Desktop

export function createFindDesktop(desktops: { readonly sandbox: Desktop; readonly production: Desktop }): FindDesktop {
  return ({ realmKind }) => desktops[realmKind]
}
