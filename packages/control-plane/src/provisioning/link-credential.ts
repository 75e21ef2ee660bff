import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { roleChanged } from '@bridge/identity/access/membership'
import type { OwnedRealmId } from '@bridge/identity/access/owned'
import type { Services } from '../services/services.ts'
import { loadConnectorFile, mintConnectorPassword, mintConnectorUser } from './connector-credential.ts'
import { storeLinkCredential } from './link-credential.store.ts'
import { withinQuota } from './quota.ts'

/** What the Web Connector of a PC needs. Only its issue returns the password. */
export interface IssuedConnector {
  readonly userName: string
  readonly password: string
  /** The `.qwc` file. */
  readonly file: { readonly name: string; readonly text: string }
}

interface LinkIssue {
  readonly realmId: OwnedRealmId
  readonly setupLinkId: string
  /** The credential that the link has issued, if it has. */
  readonly credentialId: string | null
  readonly caller: Caller
}

/**
 * Issues a set-up link's Web Connector credential, or a new password of it.
 *
 * @throws Problem `quota_reached`, or `invalid_request` once a Web Connector has signed in with it
 */
export async function issueLinkCredential(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  { realmId, setupLinkId, credentialId, caller }: LinkIssue,
): Promise<IssuedConnector> {
  const { password, passwordHash } = await mintConnectorPassword(services.config)
  const created = { label: 'Set-up link', ...mintConnectorUser() }
  const credential = { realmId, setupLinkId, passwordHash, created, at: services.clock() }
  const store = (database: Services['database']) => storeLinkCredential(database, credential, caller)
  const row = await (credentialId === null
    ? withinQuota(services, 'connectorCredentials', realmId, store)
    : store(services.database))
  if (row === 'role-changed') throw roleChanged()
  if (row === 'revoked') {
    throw new Problem('invalid_request', 'The password of this link was revoked. Ask for a new link.')
  }
  if (row === 'polled') {
    throw new Problem(
      'invalid_request',
      'A Web Connector has signed in through this link already, so its password stays. Ask for a new link if it was lost.',
    )
  }
  return { userName: row.userName, password, file: await loadConnectorFile(services, row.id) }
}
