import { randomUUID } from 'node:crypto'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { memoryResponseLog } from '@bridge/edge-agent'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import { machineSecret } from '@bridge/harness/machine-secret'
import { sealSecret } from '@bridge/identity/second-factor/sealed-secret'
import type { Baseline } from './baseline.ts'
import type { AgentDisk } from './desktop-source.ts'
import type { Schedule } from './schedule.ts'
import { verifierToken } from './webhook-receiver.ts'

/** A realm with its client's and its agent's tokens. */
export interface CrashRealm {
  readonly realmId: RealmId
  readonly accessToken: string
  readonly agentToken: string
  readonly connector: ConnectorLogin
}

/** The realm's Web Connector credential. */
export interface ConnectorLogin {
  readonly userName: string
  readonly password: string
  readonly fileId: string
}

/** A realm with its agent's disk. */
export interface CrashCompany extends CrashRealm {
  readonly disk: AgentDisk
  /** The company file as stored on disk. */
  readonly books: Company
}

/** Creates several schedules' realms in one statement, in schedule order. */
export async function createRealms(
  database: Database,
  schedules: readonly Pick<Schedule, 'seed' | 'realmKind'>[],
  { documents }: Baseline,
): Promise<readonly CrashRealm[]> {
  const rows = schedules.map(({ seed, realmKind }) => ({
    seed,
    kind: realmKind,
    realmId: requireRealmId(String(9_000_000_000_000_000 + seed)),
    id: `crash-${seed}`,
    accessToken: mintSecret('svc_'),
    agentToken: mintSecret('svca_'),
    connector: { userName: `connector-${seed}`, password: mintSecret('svcw_'), fileId: randomUUID() },
  }))
  const sandboxes = rows.filter(({ kind }) => kind === 'sandbox')
  const expiresAt = new Date(Date.now() + 24 * 3_600_000)
  const scope = 'com.intuit.quickbooks.accounting'
  await database.organization.createMany({ data: rows.map(({ id }) => ({ id, name: 'Crash', slug: id })) })
  await database.realm.createMany({
    data: rows.map(({ id, realmId, kind }) => ({ id: realmId, orgId: id, name: 'Crash', kind })),
  })
  await database.agentToken.createMany({
    data: rows.map(({ realmId, agentToken }) => ({ realmId, label: 'agent', tokenHash: hashSecret(agentToken) })),
  })
  await database.connectorCredential.createMany({
    data: rows.map(({ realmId, connector: { userName, password, fileId } }) => ({
      realmId,
      label: 'Web Connector',
      userName,
      // The crash test's passwords are checked without the slow hash.
      passwordHash: hashSecret(password),
      fileId,
    })),
  })
  await database.oAuthClient.createMany({
    data: rows.map(({ id }) => ({ id, orgId: id, name: 'Crash', redirectUris: [], secretHash: '-' })),
  })
  await database.connection.createMany({ data: rows.map(({ id, realmId }) => ({ id, realmId, clientId: id, scope })) })
  await database.accessToken.createMany({
    data: rows.map(({ id, accessToken }) => ({ connectionId: id, tokenHash: hashSecret(accessToken), expiresAt })),
  })
  await database.sandboxCompany.createMany({
    data: sandboxes.map(({ realmId }) => ({ realmId, template: 'empty', version: 1 })),
  })
  await database.$executeRaw`
    INSERT INTO sandbox_document ("realmId", kind, id, version, value)
    SELECT realm.id, document.kind, document.id, 1, document.value
    FROM unnest(${sandboxes.map(({ realmId }) => realmId)}::text[]) AS realm (id),
         jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS document (kind text, id text, value jsonb)`
  return rows
}

/** Has webhooks receive the changes of the schedules' realms. */
export async function createWebhooks(
  database: Database,
  schedules: readonly Pick<Schedule, 'seed'>[],
  url: string,
): Promise<void> {
  const clientIds = schedules.map(({ seed }) => `crash-${seed}`)
  const seal = (clientId: string) => sealSecret(verifierToken, `webhook ${clientId}`, machineSecret)
  await database.webhook.createMany({
    data: clientIds.map((clientId) => ({ clientId, url, sealedToken: seal(clientId) })),
  })
}

/** Creates the company file for a realm's agent, with the baseline books. */
export async function createCompany(realm: CrashRealm, { documents }: Baseline): Promise<CrashCompany> {
  const storage = memoryStorage()
  await storage.exclusive(undefined, () => ({ changes: documents, result: undefined }))
  const books = openCompany({ storage, clock: () => new Date(), random: Math.random })
  return { ...realm, disk: { storage, responses: memoryResponseLog() }, books }
}
