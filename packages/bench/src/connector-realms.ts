import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashPassword } from '@bridge/database/passwords'
import { mintSecret } from '@bridge/database/secrets'
import { createRealms } from './agent-realms.ts'

/** A production realm with a Web Connector credential. */
export interface ConnectorRealm {
  readonly realmId: RealmId
  readonly userName: string
  readonly password: string
  readonly fileId: string
}

/** Creates realms with credentials, whose passwords have slow hashes like issued ones. */
export async function createConnectorRealms(database: Database, count: number): Promise<readonly ConnectorRealm[]> {
  const realms = await createRealms(database, count)
  const created: ConnectorRealm[] = []
  // One by one: this many hashes at once would keep the database waiting for its connections.
  for (const { realmId } of realms) {
    const password = mintSecret('svcw_')
    const fileId = randomUUID()
    const userName = `connector-${realmId}`
    const passwordHash = await hashPassword(password)
    await database.connectorCredential.create({ data: { realmId, label: 'bench', userName, passwordHash, fileId } })
    created.push({ realmId, userName, password, fileId })
  }
  return created
}

/** Returns the result of a Web Connector's query at a run's beginning, with a realm's FileID. */
export function serializeHcpResponse({ fileId }: ConnectorRealm): string {
  return `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><CompanyQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CompanyRet><CompanyName>Bench</CompanyName><DataExtRet><OwnerID>{57F3B9B1-86F1-4fcc-B1EE-566DE1813D20}</OwnerID><DataExtName>FileID</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>{${fileId.toUpperCase()}}</DataExtValue></DataExtRet></CompanyRet></CompanyQueryRs></QBXMLMsgsRs></QBXML>`
}
