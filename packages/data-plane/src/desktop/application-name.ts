import type { RealmId } from '@bridge/agent-protocol'

const maxOrganizationCharacters = 40

/** Everything but letters of Windows-1252, digits and what file and registry names may have. */
const unsafe = /[^0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff .,&'()-]+/g

/**
 * Returns the name under which QuickBooks shows a new realm's programs. QuickBooks keeps permissions and the responses
 * to message sets by this name, so it is made once, and stays when the organization is renamed.
 */
export function createApplicationName(organizationName: string, realmId: RealmId): string {
  const safe = organizationName.normalize('NFC').replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim()
  const name = safe.slice(0, maxOrganizationCharacters).trim()
  return /[0-9A-Za-z\u00c0-\u00ff]/.test(name) ? `Bridge Service for ${name} (${realmId})` : getApplicationName(realmId)
}

/** Returns the name of a realm's programs; one made from the ID for realms older than stored names. */
export function getApplicationName(realmId: RealmId, stored?: string | null): string {
  return stored ?? `Bridge Service ${realmId}`
}
