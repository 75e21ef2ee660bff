import { randomUUID } from 'node:crypto'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashPassword } from '@bridge/database/passwords'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Template } from '@bridge/emulator'

/** The realm kinds, by what serves their company files. */
export const realmKinds = ['sandbox', 'agent', 'connector'] as const

export type RealmKind = (typeof realmKinds)[number]

export const realmIds: Readonly<Record<RealmKind, RealmId>> = {
  sandbox: requireRealmId('1234567890123456'),
  agent: requireRealmId('9876543210987654'),
  connector: requireRealmId('5678901234567890'),
}

export const redirectUri = 'http://localhost:8000/callback'

/** The redirect URI that is fixed in quickbooks-mcp. */
const playgroundUri = 'https://developer.intuit.com/v2/OAuth2Playground/RedirectUrl'

const dayMs = 24 * 3_600_000

/**
 * Creates an organization with a realm of each kind, an agent token, a Web Connector credential, an OAuth client and an
 * access token for each realm.
 */
export async function seed(database: Database, sandboxTemplate: Template) {
  const clientId = mintSecret('svcc_')
  const clientSecret = mintSecret('svcs_')
  const agentToken = mintSecret('svca_')
  const pair = { ownerId: randomUUID(), fileId: randomUUID() }
  const connector = { userName: 'connector-libraries', password: mintSecret('svcw_'), ...pair }
  const passwordHash = await hashPassword(connector.password)
  await database.organization.create({
    data: {
      name: 'Rock Castle',
      slug: 'rock-castle',
      realms: {
        create: [
          {
            id: realmIds.sandbox,
            name: 'Sandbox',
            kind: 'sandbox',
            sandboxCompany: { create: { template: sandboxTemplate } },
          },
          {
            id: realmIds.agent,
            name: 'Rock Castle Construction',
            kind: 'production',
            agentTokens: { create: { label: 'agent', tokenHash: hashSecret(agentToken) } },
          },
          {
            id: realmIds.connector,
            name: 'Larry’s Landscaping',
            kind: 'production',
            connectorCredentials: {
              create: {
                label: 'Web Connector',
                userName: connector.userName,
                passwordHash,
                ...pair,
              },
            },
          },
        ],
      },
      clients: {
        create: {
          id: clientId,
          name: 'Library',
          redirectUris: [redirectUri, playgroundUri],
          secretHash: hashSecret(clientSecret),
        },
      },
    },
  })
  const accessTokens: Record<string, string> = {}
  const expiresAt = new Date(Date.now() + dayMs)
  for (const realmId of Object.values(realmIds)) {
    const token = mintSecret('svct_')
    await database.connection.create({
      data: {
        clientId,
        realmId,
        scope: 'com.intuit.quickbooks.accounting',
        accessTokens: { create: { tokenHash: hashSecret(token), expiresAt } },
      },
    })
    accessTokens[realmId] = token
  }
  return { clientId, clientSecret, agentToken, connector, accessTokens }
}
