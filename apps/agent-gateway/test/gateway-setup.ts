import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createRealm, createServerDesktop, startGateway, type TestGateway, type TestRealm } from './test-gateway.ts'

type Desktop = ReturnType<typeof createServerDesktop>
type ExchangeOptions = Parameters<Desktop['exchange']>[2]

export interface GatewaySetup {
  db: TestDatabase
  /** The current gateway, which a test may replace. */
  gateway: TestGateway
  desktop: Desktop
  realm: TestRealm
  /** Connects an agent with the realm's token and waits for the welcome. */
  connect(): ReturnType<TestGateway['connect']>
  /** Sends a message set to the realm. */
  exchange(text: string, options: ExchangeOptions): ReturnType<Desktop['exchange']>
}

/** Sets up a new gateway with these settings, server and realm for each test in the file, on one database. */
export function setupGateway(config?: Parameters<typeof startGateway>[1]): GatewaySetup {
  const setup = {
    connect: () => setup.gateway.connect(setup.realm),
    exchange: (text, options) => setup.desktop.exchange(setup.realm.realmId, text, options),
  } as GatewaySetup
  beforeAll(async () => {
    setup.db = await createTestDatabase()
  })
  afterAll(() => setup.db.drop())
  beforeEach(async () => {
    setup.gateway = await startGateway(setup.db, config)
    setup.desktop = createServerDesktop(setup.db.database)
    setup.realm = await createRealm(setup.db.database)
  })
  afterEach(async () => {
    await setup.desktop.close()
    await setup.gateway.close()
  })
  return setup
}
