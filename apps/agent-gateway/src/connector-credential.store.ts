import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** A credential of a Web Connector that is not revoked. */
export interface ConnectorCredential {
  readonly id: string
  readonly realmId: RealmId
  readonly orgId: string
  readonly passwordHash: string
  /** The GUID that the `.qwc` file gives to the company file. */
  readonly fileId: string
}

/** The credentials of Web Connectors, as the gateway uses them. */
export function createCredentialStore(database: Database, clock: () => Date) {
  return {
    /** Finds the credential of a user name, unless it is revoked. */
    find: async (userName: string): Promise<ConnectorCredential | undefined> => {
      const row = await database.connectorCredential.findFirst({
        where: { userName, revokedAt: null },
        select: { id: true, realmId: true, passwordHash: true, fileId: true, realm: { select: { orgId: true } } },
      })
      if (row === null) return undefined
      const { realm, realmId, ...credential } = row
      return { ...credential, realmId: requireRealmId(realmId), orgId: realm.orgId }
    },

    /** Replaces the hash of a password, unless the password was replaced, and returns the credential with the new one. */
    replaceHash: async (credential: ConnectorCredential, passwordHash: string): Promise<ConnectorCredential> => {
      const { id, passwordHash: replaced } = credential
      const { count } = await database.connectorCredential.updateMany({
        where: { id, passwordHash: replaced },
        data: { passwordHash },
      })
      return count === 1 ? { ...credential, passwordHash } : credential
    },

    /** Records that two Web Connectors used a credential at the same time, with an audit event once in an hour. */
    recordSharing: async ({ id, orgId }: Pick<ConnectorCredential, 'id' | 'orgId'>): Promise<void> => {
      const now = clock()
      const { count } = await database.connectorCredential.updateMany({
        where: { id, OR: [{ sharedAt: null }, { sharedAt: { lt: new Date(now.getTime() - hourMs) } }] },
        data: { sharedAt: now },
      })
      if (count === 0) return
      await database.auditEvent.create({
        data: {
          orgId,
          actorKind: 'system',
          action: 'connector.share',
          resourceKind: 'connector',
          resourceId: id,
        },
        select: { id: true },
      })
    },
  }
}

const hourMs = 3_600_000

export type CredentialStore = ReturnType<typeof createCredentialStore>
