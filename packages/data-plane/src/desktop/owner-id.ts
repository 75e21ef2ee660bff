import { createHash } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'

/**
 * Returns the GUID identifying who owns the Web Connector's data in a company file. Each realm has its own: the
 * Web Connector rejects a company file with a different file ID of the same owner, and the file may have belonged to a
 * deleted realm or to another installation of the service.
 */
export function toOwnerId(realmId: RealmId): string {
  const hex = createHash('sha256').update(`web connector ${realmId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Prints a UUID as QuickBooks writes GUIDs. */
export function formatGuid(uuid: string): string {
  return `{${uuid.toUpperCase()}}`
}
