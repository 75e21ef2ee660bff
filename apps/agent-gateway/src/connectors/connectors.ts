import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { Logger } from 'pino'
import type { Visit } from '../requests/visits.ts'
import type { GatewayConfig } from '../runtime/config.ts'
import type { ReservedDatabases } from '../runtime/gateway-databases.ts'
import type { JournalStore } from '../sessions/journal.store.ts'
import { ConnectorCalls } from './connector-calls.ts'
import { CredentialStore } from './connector-credential.store.ts'
import { ConnectorEndpoint } from './connector-endpoint.ts'
import { ConnectorLeaseStore } from './connector-lease.store.ts'
import { ConnectorRegistry } from './connector-registry.ts'
import type { ConnectorSession } from './connector-session.ts'
import { createConnectorSignIn } from './connector-sign-in.ts'
import { createForwardCalls } from './forward-call.ts'

interface ConnectorsOptions
  extends Pick<
    GatewayConfig,
    'connectorHoldMs' | 'connectorIdleMs' | 'maxWaiting' | 'machineSecret' | 'machineSecretsAccepted'
  > {
  readonly database: Database
  readonly reserved: ReservedDatabases
  readonly journal: JournalStore
  readonly clock: () => Date
  readonly logger: Logger
  readonly gatewayUrl: () => string
  readonly isGateway: (authorization: string | undefined) => boolean
  readonly pauseRejection: () => Promise<void>
  readonly notifyGateways: () => void
}

/** A gateway's Web Connectors. */
export interface Connectors {
  /** Handles a request for `/connector`. */
  handle(request: IncomingMessage, response: ServerResponse, visit: Visit): void
  find(realmId: RealmId): ConnectorSession | undefined
  count(): number
  /** Ends runs and sessions silent for too long. */
  check(): void
  /** Renews the leases. */
  renew(): Promise<void>
  /** Lets every run end without an error, and waits until the responses to their last calls are sent. */
  drain(): Promise<void>
  closeAll(): void
}

/** Creates the gateway's Web Connector service. */
export function createConnectors(options: ConnectorsOptions): Connectors {
  const { database, reserved, clock, logger } = options
  const leases = new ConnectorLeaseStore(database, reserved.renewals)
  const credentials = new CredentialStore(database, clock)
  const registry = new ConnectorRegistry({
    ...options,
    leases,
    credentials,
    holdMs: options.connectorHoldMs,
    idleMs: options.connectorIdleMs,
  })
  const calls = new ConnectorCalls({ registry, credentials, logger })
  const { machineSecret, machineSecretsAccepted = [] } = options
  const signIn = createConnectorSignIn({ credentials, secrets: [machineSecret, ...machineSecretsAccepted], clock })
  const forward = createForwardCalls({ ...options, registry, leases })
  const endpoint = new ConnectorEndpoint({ ...options, calls, signIn, forward })
  const open = new Set<Promise<unknown>>()
  return {
    handle: (request, response, visit) => {
      const closed = new Promise((resolve) => response.once('close', resolve)).finally(() => open.delete(closed))
      open.add(closed)
      endpoint.handle(request, response, visit)
    },
    find: (realmId) => registry.find(realmId),
    count: () => registry.count(),
    check: () => registry.check(),
    renew: () => registry.renew(),
    drain: async () => {
      await registry.drain()
      await Promise.all(open)
    },
    closeAll: () => registry.closeAll(),
  }
}
