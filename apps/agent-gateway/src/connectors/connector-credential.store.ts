import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { type Database, toOwnerId } from '@bridge/database'
import type { AuditAction } from '@bridge/platform/audit-action'
import { z } from 'zod'
import type { EarlierCredential } from './earlier-credential.ts'

/** A Web Connector's credential, unless revoked. */
export interface ConnectorCredential {
  readonly id: string
  readonly realmId: RealmId
  readonly orgId: string
  readonly passwordHash: string
  /** The GUID the `.qwc` file gives to the company file. */
  readonly fileId: string
  /** Whether an update proved its company file before. */
  readonly isProved: boolean
  /** The full path of the company file of its latest update. */
  readonly companyFilePath: string | null
  /** Whether its latest update found QuickBooks closed, without a company file, or opened by a program. */
  readonly isClosed: boolean
  /** Whether QuickBooks may be opened for the realm. */
  readonly opensQuickBooks: boolean
}

/** How many earlier credentials a new one's company file is compared with. */
const maxEarlier = 20

/** Web Connector credentials, as the gateway uses them. */
export class CredentialStore {
  readonly #database: Database
  readonly #clock: () => Date

  constructor(database: Database, clock: () => Date) {
    this.#database = database
    this.#clock = clock
  }

  /** Finds a user name's credential, unless it is revoked. */
  async find(userName: string): Promise<ConnectorCredential | undefined> {
    const row = await this.#database.connectorCredential.findFirst({
      where: { userName, revokedAt: null },
      select: {
        id: true,
        realmId: true,
        passwordHash: true,
        fileId: true,
        provedAt: true,
        companyFilePath: true,
        isClosed: true,
        realm: { select: { orgId: true, settings: { select: { values: true } } } },
      },
    })
    if (row === null) return undefined
    const { realm, realmId, provedAt, ...credential } = row
    return {
      ...credential,
      realmId: requireRealmId(realmId),
      orgId: realm.orgId,
      isProved: provedAt !== null,
      opensQuickBooks: settingsSchema.parse(realm.settings?.values).opensQuickBooks,
    }
  }

  /** Finds the realm's other credentials whose company file was proved, those in use first. */
  async findEarlier({
    realmId,
    fileId,
  }: Pick<ConnectorCredential, 'realmId' | 'fileId'>): Promise<EarlierCredential[]> {
    const rows = await this.#database.connectorCredential.findMany({
      where: { realmId, provedAt: { not: null }, fileId: { not: fileId } },
      select: { label: true, ownerId: true, fileId: true, revokedAt: true },
      orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { provedAt: 'desc' }],
      take: maxEarlier,
    })
    return rows.map(({ ownerId, revokedAt, ...row }) => ({
      ...row,
      ownerId: ownerId ?? toOwnerId(realmId),
      isRevoked: revokedAt !== null,
    }))
  }

  /** Records that an update proved the company file, and the FileIDs of earlier credentials in it. */
  async recordProof({ id }: Pick<ConnectorCredential, 'id'>, otherFileIds: readonly string[]): Promise<void> {
    await this.#database.connectorCredential.updateMany({
      where: { id, provedAt: null },
      data: { provedAt: this.#clock(), otherFileIds: [...otherFileIds] },
    })
  }

  /** Records where an update found the company file, and whether a person had opened it. */
  async recordOpenFile(
    { id }: Pick<ConnectorCredential, 'id'>,
    found: Partial<Pick<ConnectorCredential, 'companyFilePath' | 'isClosed'>>,
  ): Promise<void> {
    await this.#database.connectorCredential.updateMany({ where: { id }, data: found })
  }

  /** Replaces a password's hash, unless the password was replaced, and returns the credential with the new one. */
  async replaceHash(credential: ConnectorCredential, passwordHash: string): Promise<ConnectorCredential> {
    const { id, passwordHash: replaced } = credential
    const { count } = await this.#database.connectorCredential.updateMany({
      where: { id, passwordHash: replaced },
      data: { passwordHash },
    })
    return count === 1 ? { ...credential, passwordHash } : credential
  }

  /**
   * Records an update's PC. A credential is used on both if its updates come from one PC, another one and the first
   * again within a day; one moved to another PC is not.
   */
  async recordMachine(credential: Pick<ConnectorCredential, 'id' | 'orgId'>, machine: string): Promise<void> {
    const [changed] = await this.#database.$queryRaw<{ isShared: boolean | null; other: string | null }[]>`
    WITH previous AS (
      SELECT machine, "formerMachine", "machineChangedAt" FROM connector_credential WHERE id = ${credential.id} FOR UPDATE
    )
    UPDATE connector_credential AS credential
    SET machine = ${machine}, "formerMachine" = previous.machine, "machineChangedAt" = now()
    FROM previous WHERE credential.id = ${credential.id} AND previous.machine IS DISTINCT FROM ${machine}
    RETURNING previous."formerMachine" = ${machine} AND previous."machineChangedAt" > now() - interval '1 day' AS "isShared",
      previous.machine AS other`
    if (changed?.isShared)
      await this.recordSharing(credential, [machine, ...(changed.other === null ? [] : [changed.other])])
  }

  /**
   * Records two Web Connectors using one credential, with an audit event once an hour.
   *
   * @param machines their PC names, as far as known
   */
  async recordSharing(
    { id, orgId }: Pick<ConnectorCredential, 'id' | 'orgId'>,
    machines: readonly string[],
  ): Promise<void> {
    const now = this.#clock()
    const { count } = await this.#database.connectorCredential.updateMany({
      where: { id, OR: [{ sharedAt: null }, { sharedAt: { lt: new Date(now.getTime() - hourMs) } }] },
      data: { sharedAt: now },
    })
    if (count === 0) return
    await this.#database.auditEvent.create({
      data: {
        orgId,
        actorKind: 'system',
        action: 'connector.share' satisfies AuditAction,
        resourceKind: 'connector',
        resourceId: id,
        ...(machines.length > 0 && { details: { machines: [...machines] } }),
      },
      select: { id: true },
    })
  }
}

const hourMs = 3_600_000

/** The realm's settings that decide how a run begins. */
const settingsSchema = z.object({ opensQuickBooks: z.boolean().catch(false) }).catch({ opensQuickBooks: false })
