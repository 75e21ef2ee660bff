import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createRealm, serverDesktop, startGateway, type TestGateway, type TestRealm } from './test-gateway.ts'

type Desktop = ReturnType<typeof serverDesktop>
type ExchangeOptions = Parameters<Desktop['exchange']>[2]

interface GatewayScene {
  db: TestDatabase
  /** A test may put another one in its place. */
  gateway: TestGateway
  desktop: Desktop
  realm: TestRealm
  /** Dials with the realm's token and waits for the welcome. */
  connect(): ReturnType<TestGateway['connect']>
  /** Sends a message set to the realm. */
  exchange(text: string, options: ExchangeOptions): ReturnType<Desktop['exchange']>
}

/** Gives each test of the file a gateway, the server's end and a realm of its own, over one database. */
export function gatewayScene(): GatewayScene {
  const scene = {
    connect: () => scene.gateway.connect(scene.realm),
    exchange: (text, options) => scene.desktop.exchange(scene.realm.realmId, text, options),
  } as GatewayScene
  beforeAll(async () => {
    scene.db = await createTestDatabase()
  })
  afterAll(() => scene.db.drop())
  beforeEach(async () => {
    scene.gateway = await startGateway(scene.db)
    scene.desktop = serverDesktop(scene.db.database)
    scene.realm = await createRealm(scene.db.database)
  })
  afterEach(async () => {
    await scene.desktop.close()
    await scene.gateway.close()
  })
  return scene
}
