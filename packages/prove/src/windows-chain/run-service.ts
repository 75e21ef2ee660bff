import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { startService } from '@bridge/harness/start-service'

/** A running service with one production realm, whose agent is not paired yet. */
export interface Service {
  readonly baseUrl: string
  readonly realmId: RealmId
  /** An integration's token for the realm. */
  readonly accessToken: string
  /** Creates a pairing code as an admin does. */
  createPairingCode(): Promise<string>
  /** Confirms the company file the agent asks for, as an admin does, and returns it; `undefined` if it asks for none. */
  confirmFoundFile(): Promise<string | undefined>
  /** Has the agent subscribe to data events, and delivers changes to an address, as an admin does. */
  subscribe(url: string): Promise<void>
  /** Returns whether an agent is connected and QuickBooks responds. */
  isConnected(): Promise<boolean>
  close(): Promise<void>
}

const realmId = requireRealmId('9876543210987654')
const clientId = 'svcc_windows_chain'

/**
 * Starts a server and a gateway on free local ports, with a new database.
 *
 * @param agentReleaseDir the directory with the offered release
 */
export async function runService(agentReleaseDir: string): Promise<Service> {
  const { origin: baseUrl, database, close } = await startService({ gateway: {}, api: { config: { agentReleaseDir } } })
  const { apiKey, accessToken } = await seed(database)
  const callAdmin = async (method: string, path: string, body = {}) => {
    const response = await fetch(`${baseUrl}/admin/v1${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    baseUrl,
    realmId,
    accessToken,
    createPairingCode: async () => (await callAdmin('POST', `/realms/${realmId}/pairing-codes`)).code,
    confirmFoundFile: async () => {
      const { state, companyFile } = (await callAdmin('GET', `/realms/${realmId}/status`)).status
      if (state !== 'file_unconfirmed') return undefined
      await callAdmin('POST', `/realms/${realmId}/company-file/confirm`, { companyFile })
      return companyFile
    },
    subscribe: async (url) => {
      await callAdmin('PATCH', `/realms/${realmId}/settings`, { subscribesToEvents: true })
      await callAdmin('PUT', `/clients/${clientId}/webhook`, { url })
    },
    isConnected: async () => {
      const response = await fetch(`${baseUrl}/v3/company/${realmId}/companyinfo/${realmId}`, {
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      })
      await response.text()
      return response.ok
    },
    close,
  }
}

/** Creates an organization with an admin's API key, the realm, and an integration's access token. */
async function seed(database: Database) {
  const apiKey = mintSecret('svc_')
  const accessToken = mintSecret('svct_')
  const owner = await database.user.create({ data: { email: 'owner@rock-castle.example' } })
  const { id: orgId } = await database.organization.create({
    data: {
      name: 'Rock Castle',
      slug: 'rock-castle',
      memberships: { create: { userId: owner.id, role: 'owner' } },
      realms: { create: { id: realmId, name: 'Rock Castle Construction', kind: 'production' } },
      clients: { create: { id: clientId, name: 'Integration', redirectUris: [], secretHash: hashSecret(clientId) } },
    },
  })
  await database.apiKey.create({
    data: { orgId, creatorId: owner.id, name: 'Key', keyHash: hashSecret(apiKey) },
  })
  await database.connection.create({
    data: {
      clientId,
      realmId,
      scope: 'com.intuit.quickbooks.accounting',
      accessTokens: {
        create: { tokenHash: hashSecret(accessToken), expiresAt: new Date(Date.now() + 24 * 3_600_000) },
      },
    },
  })
  return { apiKey, accessToken }
}
