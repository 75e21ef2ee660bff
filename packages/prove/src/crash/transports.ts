import type { Database } from '@bridge/database'
import type { CrashCompany } from './company.ts'
import { type RunningConnector, startConnector } from './connector-part.ts'
import type { DesktopSource } from './desktop-source.ts'
import { type RunningAgent, type RunningListener, startAgent, type World } from './parts.ts'
import type { Presence, Schedule } from './schedule.ts'

/** One company file's agent and Web Connectors, which come and go. */
export interface RunningTransports {
  /** Makes these transports be there, and waits until they have reached the gateway, or it is killed. */
  arrange(presence: Presence): Promise<void>
  stop(): Promise<void>
}

interface Options {
  readonly world: World
  readonly company: CrashCompany
  readonly desktops: DesktopSource
  readonly getGateway: () => RunningListener
  readonly schedule: Schedule
}

/** Prepares a company file's transports; none is present until arranged. */
export function createTransports({ world, company, desktops, getGateway, schedule }: Options): RunningTransports {
  const { agentToken, disk } = company
  const gatewayUrl = () => `http://127.0.0.1:${getGateway().port}`
  let agent: RunningAgent | undefined
  let isClosed = false
  let connectors: readonly RunningConnector[] = []

  const arrangeAgent = async (presence: Presence): Promise<void> => {
    const wasClosed = isClosed
    isClosed = presence === 'closed'
    // An agent reports an opened QuickBooks with its next ping; a new connection reports it at once.
    if (agent?.killSwitch.isKilled || presence === 'connector' || (wasClosed && !isClosed)) {
      await agent?.dispose()
      agent = undefined
    }
    if (presence === 'connector') return
    await desktops.recover()
    agent ??= await startAgent(world, { url: gatewayUrl(), token: agentToken, company, desktops })
    agent.setClosed(isClosed)
  }

  const startConnectors = (): readonly RunningConnector[] => {
    const options = { ...world, gatewayUrl: gatewayUrl(), realm: company, storage: disk.storage }
    const first = startConnector({ ...options, machine: 'OFFICE-PC' })
    return schedule.hasSecondConnector ? [first, startConnector({ ...options, machine: 'OTHER-PC' })] : [first]
  }

  const arrangeConnectors = async (isThere: boolean): Promise<void> => {
    if (isThere && connectors.length === 0) connectors = startConnectors()
    if (isThere || connectors.length === 0) return
    await Promise.all(connectors.map((connector) => connector.stop()))
    connectors = []
    await expirePolls(world.database, company)
  }

  return {
    arrange: async (presence) => {
      await Promise.all([arrangeAgent(presence), arrangeConnectors(presence !== 'agent')])
      const reached = Promise.all([agent?.connected(), ...connectors.map((connector) => connector.polled())])
      // A gateway killed by what it finds in the journal is started again before the next attempt.
      await Promise.race([reached, getGateway().killSwitch.killed])
    },
    stop: async () => {
      await Promise.all([agent?.dispose(), ...connectors.map((connector) => connector.stop())])
    },
  }
}

/** Ages the latest poll: the Web Connector does not count as live, as if it had been off since. */
function expirePolls(database: Database, { realmId }: CrashCompany) {
  return database.$executeRaw`
    UPDATE connector_session SET "lastPolledAt" = to_timestamp(0), "ticketHash" = NULL, "runOpenedAt" = NULL
    WHERE "realmId" = ${realmId}`
}
