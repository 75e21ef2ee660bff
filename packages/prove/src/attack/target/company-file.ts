import { randomInt } from 'node:crypto'
import { openAgentSocket, type ScriptedAgent } from '@bridge/agent-gateway/testing/scripted-agent'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Reply } from './reply.ts'
import type { Target } from './start-target.ts'

/** The attacker's company file, with their own agent. */
export interface HostileCompanyFile {
  readonly realmId: RealmId
  readonly agentToken: string
  /** Dials the gateway through the portal. The agent sends no hello on its own. */
  openAgent(): ScriptedAgent
  /** Sends a call below `/v3/company/{realmId}`; a POST if there is a record. */
  call(path: string, record?: object): Promise<Reply>
}

/** Creates a company file for an attack. */
export async function createHostileCompanyFile(
  target: Pick<Target, 'database' | 'attacker' | 'origin' | 'send'>,
): Promise<HostileCompanyFile> {
  const { database, attacker, origin, send } = target
  const realmId = requireRealmId(`8${Array.from({ length: 15 }, () => randomInt(10)).join('')}`)
  const agentToken = mintSecret('svca_')
  const accessToken = mintSecret('svct_')
  await database.realm.create({
    data: {
      id: realmId,
      orgId: attacker.orgId,
      name: 'Hostile',
      kind: 'production',
      agentTokens: { create: { label: 'Hostile', tokenHash: hashSecret(agentToken) } },
      connections: {
        create: {
          clientId: attacker.client.id,
          scope: 'com.intuit.quickbooks.accounting',
          accessTokens: {
            create: { tokenHash: hashSecret(accessToken), expiresAt: new Date(Date.now() + 3_600_000) },
          },
        },
      },
    },
  })
  return {
    realmId,
    agentToken,
    openAgent: () => openAgentSocket(origin, agentToken),
    call: (path, record) =>
      send({
        method: record === undefined ? 'GET' : 'POST',
        path: `/v3/company/${realmId}${path}`,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(record !== undefined && { body: JSON.stringify(record) }),
      }),
  }
}
