import type { RealmId } from '@bridge/agent-protocol'
import { branch, leaf, printElement } from '@bridge/translation/qbxml'
import { isLoopback } from '../http/loopback.ts'

/** What a file for the QuickBooks Web Connector tells it. */
export interface QwcFile {
  /** The address of the service, without a path. */
  readonly baseUrl: string
  readonly realmId: RealmId
  readonly realmName: string
  readonly userName: string
  /** A GUID that no other application in a company file has. */
  readonly ownerId: string
  /** The GUID of the company file, the same in every file that is made for it. */
  readonly fileId: string
}

/** How often the Web Connector asks for work; the service can have it wait longer, never shorter. */
const pollSeconds = '15'

const descriptionCharactersMax = 80

/**
 * A `.qwc` file: what a person opens in the QuickBooks Web Connector to add the service to it. Elements, order and
 * lengths: facts/qbxml.md, section 12.2. It holds no password; the Web Connector asks for that. The name carries the
 * realm's id because the Web Connector takes each name once, however many company files it serves.
 */
export function printQwcFile({ baseUrl, realmId, realmName, userName, ownerId, fileId }: QwcFile): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${printElement(
    branch('QBWCXML', [
      leaf('AppName', `Bridge Service ${realmId}`),
      leaf('AppID', ''),
      leaf('AppURL', `${baseUrl}/connector`),
      leaf('AppDescription', [...`Bridge Service for ${realmName}`].slice(0, descriptionCharactersMax).join('')),
      leaf('AppSupport', `${baseUrl}/docs`),
      leaf('UserName', userName),
      leaf('OwnerID', guid(ownerId)),
      leaf('FileID', guid(fileId)),
      leaf('QBType', 'QBFS'),
      leaf('PersonalDataPref', 'pdpOptional'),
      leaf('UnattendedModePref', 'umpOptional'),
      leaf('Notify', 'false'),
      branch('Scheduler', [leaf('RunEveryNSeconds', pollSeconds)]),
      leaf('IsReadOnly', 'false'),
    ]),
  )}`
}

function guid(uuid: string): string {
  return `{${uuid.toUpperCase()}}`
}

/** Whether the Web Connector calls a service at that address: over https, and over http on its own machine alone. */
export function isAllowedByConnector(baseUrl: string): boolean {
  return baseUrl.startsWith('https://') || isLoopback(baseUrl)
}
