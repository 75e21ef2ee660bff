import { isIP } from 'node:net'
import type { RealmId } from '@bridge/agent-protocol'
import { getApplicationName } from '@bridge/data-plane/desktop/application-name'
import { Problem } from '@bridge/faults'
import { branch, formatGuid, leaf, serializeElement } from '@bridge/qbxml'

export interface QwcFile {
  /** The service's address, without a path. */
  readonly baseUrl: string
  readonly realmId: RealmId
  readonly realmName: string
  /** The name under which QuickBooks shows the realm's programs, if it was stored. */
  readonly applicationName?: string | null
  readonly userName: string
  /** The credential's GUIDs. The Web Connector refuses a pair that the company file already has. */
  readonly ownerId: string
  readonly fileId: string
}

/** How often the Web Connector polls. The service can make it wait longer, but not shorter. */
const pollSeconds = '15'

const maxDescriptionCharacters = 80
const maxFileNameCharacters = 60

/**
 * Renders the `.qwc` file a user opens in the QuickBooks Web Connector to add the service. See
 * docs/quickbooks/web-connector.md for elements, order and lengths. The name contains the realm ID because the Web
 * Connector accepts each name once, however many company files it serves.
 */
export function serializeQwcFile(file: QwcFile): string {
  const { baseUrl, realmId, realmName, applicationName, userName, ownerId, fileId } = file
  return `<?xml version="1.0" encoding="utf-8"?>\n${serializeElement(
    branch('QBWCXML', [
      leaf('AppName', getApplicationName(realmId, applicationName)),
      leaf('AppID', ''),
      leaf('AppURL', `${baseUrl}/connector`),
      leaf('AppDescription', [...`Bridge Service for ${realmName}`].slice(0, maxDescriptionCharacters).join('')),
      leaf('AppSupport', `${baseUrl}/connector`),
      leaf('UserName', userName),
      leaf('OwnerID', formatGuid(ownerId)),
      leaf('FileID', formatGuid(fileId)),
      leaf('QBType', 'QBFS'),
      leaf('PersonalDataPref', 'pdpOptional'),
      leaf('UnattendedModePref', 'umpOptional'),
      leaf('Notify', 'false'),
      branch('Scheduler', [leaf('RunEveryNSeconds', pollSeconds)]),
      leaf('IsReadOnly', 'false'),
    ]),
  )}`
}

/**
 * Returns whether the Web Connector accepts a service at an address: https, or http with `localhost`. It loads no file
 * with an IP address (QBWC1001), not even 127.0.0.1.
 */
export function isAllowedByConnector(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  if (isIP(hostname.replace(/[[\]]/g, '')) !== 0) return false
  return protocol === 'https:' || hostname === 'localhost'
}

/** @throws Problem `invalid_request` for a service whose address the Web Connector refuses */
export function requireConnectorAddress(baseUrl: string): void {
  if (isAllowedByConnector(baseUrl)) return
  throw new Problem(
    'invalid_request',
    `The QuickBooks Web Connector refuses the address of this service, ${baseUrl}: it accepts https with a host name, and http with localhost on its own PC, but no IP address. Ask the operator of this service to set BASE_URL to such an address.`,
  )
}

/** Returns a `.qwc` file's name, by which people tell the files of several companies apart. */
export function getQwcFileName(realmName: string, realmId: RealmId): string {
  const name = realmName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, maxFileNameCharacters)
    .trim()
  return `Bridge Service ${name || realmId}.qwc`
}
