import type { Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { memoryAnswerRecord } from '@bridge/edge-agent'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import type { AgentDisk } from './parts.ts'
import type { RealmKind } from './schedule.ts'

/** A realm with what a client and an agent need to reach it, and the disk of the agent's machine. */
export interface CrashCompany {
  readonly realmId: string
  readonly accessToken: string
  readonly agentToken: string
  readonly disk: AgentDisk
  /** The company file as one sees it who looks at the disk. */
  readonly books: Company
}

/** Makes the realm of a seed, with empty books. */
export const createCompany = async (database: Database, seed: number, kind: RealmKind): Promise<CrashCompany> => {
  const realmId = String(9_000_000_000_000_000 + seed)
  const [accessToken, agentToken] = [mintSecret('svc_'), mintSecret('svca_')]
  await database.organization.create({
    data: {
      name: 'Crash',
      slug: `crash-${seed}`,
      realms: {
        create: {
          id: realmId,
          name: 'Crash',
          kind,
          agentTokens: { create: { label: 'agent', tokenHash: hashSecret(agentToken) } },
          ...(kind === 'sandbox' ? { sandboxCompany: { create: { template: 'empty' } } } : {}),
        },
      },
      clients: { create: { id: `svcc_${seed}`, name: 'Crash', redirectUris: [], secretHash: '-' } },
    },
  })
  await database.connection.create({
    data: {
      realmId,
      clientId: `svcc_${seed}`,
      scope: 'com.intuit.quickbooks.accounting',
      accessTokens: { create: { tokenHash: hashSecret(accessToken), expiresAt: new Date(Date.now() + 3_600_000) } },
    },
  })
  const storage = memoryStorage()
  const books = openCompany({ storage, clock: () => new Date(), random: Math.random })
  return { realmId, accessToken, agentToken, disk: { storage, record: memoryAnswerRecord() }, books }
}
