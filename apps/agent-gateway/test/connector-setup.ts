import { beforeEach } from 'vitest'
import { type GatewaySetup, setupGateway } from './gateway-setup.ts'
import {
  createCredential,
  createScriptedConnector,
  type ScriptedConnector,
  type TestCredential,
} from './scripted-connector.ts'
import { startGateway } from './test-gateway.ts'

type GatewayConfig = Parameters<typeof startGateway>[1]
type GatewayOptions = Parameters<typeof startGateway>[2]

/** Settings with which a gateway holds calls open for a moment, and ends a run as soon as no request waits. */
export const short = { connectorHoldMs: 50, connectorIdleMs: 0 }

/** Settings with which a gateway holds calls open until something comes in. */
export const patient = { connectorHoldMs: 60_000, connectorIdleMs: 60_000 }

interface ConnectorSetup extends GatewaySetup {
  /** The credential for the realm's Web Connector. */
  credential: TestCredential
  connector: ScriptedConnector
  /** Replaces the gateway by one with other settings, which the Web Connector then calls. */
  restart(config?: GatewayConfig, options?: GatewayOptions): Promise<void>
}

/** Sets up a gateway, server, realm and Web Connector for each test in the file, on one database. */
export function setupConnector(): ConnectorSetup {
  const setup = setupGateway(short) as ConnectorSetup
  setup.restart = async (config = short, options) => {
    await setup.gateway.close()
    setup.gateway = await startGateway(setup.db, config, options)
    setup.connector = createScriptedConnector(setup.gateway.url, setup.credential)
  }
  beforeEach(async () => {
    setup.credential = await createCredential(setup.db, setup.realm)
    setup.connector = createScriptedConnector(setup.gateway.url, setup.credential)
  })
  return setup
}
