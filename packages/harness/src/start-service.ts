import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GatewayConfig } from '@bridge/agent-gateway'
import { type ChangeFeed, createChangeFeed, type Database } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Tracing } from '@bridge/platform/tracing'
import { serveHttp } from '@bridge/portal/serve-http'
import { SandboxHost } from '@bridge/sandbox-host'
import {
  type BridgeServer,
  createServer,
  httpServerOptions,
  type ServerConfig,
  type ServerOptions,
  serverDefaults,
  surfaces,
} from '@bridge/server'
import { emulatorPriceId, type ServedStripeEmulator, serveStripeEmulator } from '@bridge/stripe-emulator'
import { type Logger, pino } from 'pino'
import { machineSecret } from './machine-secret.ts'
import { standInPages } from './stand-in-pages.ts'
import { startGateway } from './start-gateway.ts'

/** The parts of a service, all in this process. Only the server always runs, and others where they are named. */
export interface ServiceOptions {
  /** An existing database; a new one by default, dropped at the end. */
  readonly database?: Pick<TestDatabase, 'database' | 'url'>
  readonly clock?: () => Date
  readonly logger?: Logger
  /** The server, and what replaces its parts. Without settings it has no limits per minute and day. */
  readonly api?: ApiOptions
  /** A gateway for agents and Web Connectors. */
  readonly gateway?: Partial<GatewayConfig> & { readonly logger?: Logger; readonly tracing?: Tracing }
  /** A sandbox host; without it, sandboxes need `api.sandboxFiles`, or a host started elsewhere. */
  readonly sandboxHost?: boolean
  /** Billing, with an emulated Stripe. */
  readonly billing?: boolean
}

type ApiOptions = Partial<Omit<ServerOptions, 'database' | 'changes' | 'config'>> & {
  readonly config?: Partial<ServerConfig>
}

/** A running service. */
export interface Service {
  /** Where the server listens, which passes agents and Web Connectors to the gateway. */
  readonly origin: string
  readonly port: number
  /** The gateway's address, or an empty text without a gateway. */
  readonly gatewayUrl: string
  readonly server: BridgeServer
  readonly config: ServerConfig
  readonly database: Database
  readonly databaseUrl: string
  readonly changes: ChangeFeed
  /** The emulated Stripe, if there is one. */
  readonly stripe: ServedStripeEmulator | undefined
  /** Ends everything that has started, in reverse order. */
  close(): Promise<void>
}

const unlimited = 100_000_000

/** Tests make more calls than a client may, from one address. */
export const withoutLimits = {
  restRequestsPerMinute: unlimited,
  sandboxCallsPerDay: unlimited,
  oauthRequestsPerMinute: unlimited,
  apiKeyRequestsPerMinute: unlimited,
  userRequestsPerMinute: unlimited,
  visitorRequestsPerMinute: unlimited,
  pageRequestsPerMinute: unlimited,
  setupRequestsPerMinute: unlimited,
} as const satisfies Partial<ServerConfig>

/** The account at the emulated Stripe. */
export const stripeAccount = {
  secretKey: 'sk_test_harness',
  webhookPath: '/billing/v1/webhook',
  webhookSecret: 'whsec_harness',
} as const

/** Starts a service on free local ports. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  await using started = new AsyncDisposableStack()
  const { clock = () => new Date(), logger = pino({ level: 'silent' }) } = options
  const { database, url: databaseUrl } = options.database ?? (await createDatabase(started))
  const changes = started.adopt(createChangeFeed(databaseUrl), (feed) => feed.close())
  const gatewayUrl = options.gateway && (await openGateway(started, { database, changes, clock, logger }, options))
  if (options.sandboxHost === true) await openSandboxHost(started, { database, clock, logger })
  const http = createHttpServer(httpServerOptions)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const stripe = options.billing === true ? await openStripe(started, origin) : undefined
  const config: ServerConfig = {
    ...serverDefaults,
    ...withoutLimits,
    baseUrl: origin,
    machineSecret,
    sessionSecret: machineSecret,
    ...(stripe && { stripe: toStripeConfig(stripe) }),
    ...options.api?.config,
  }
  const servesWebConnector = gatewayUrl !== undefined
  const server = await createServer({
    clock,
    logger,
    servesWebConnector,
    ...options.api,
    database,
    changes,
    config,
  })
  started.defer(() => server.close())
  // The pages are built by Next, and tested in a browser.
  const pages = standInPages
  const { endWebSockets } = serveHttp(http, { config, surfaces, gatewayUrl, pages, bridge: () => server })
  started.defer(async () => {
    server.portal.endStreams()
    endWebSockets()
    const closed = once(http, 'close')
    http.close()
    http.closeAllConnections()
    await closed
  })
  const running = started.move()
  return {
    origin,
    port,
    gatewayUrl: gatewayUrl ?? '',
    server,
    config,
    database,
    databaseUrl,
    changes,
    stripe,
    close: () => running.disposeAsync(),
  }
}

async function createDatabase(started: AsyncDisposableStack): Promise<TestDatabase> {
  return started.adopt(await createTestDatabase(), (test) => test.drop())
}

type Parts = Pick<Required<ServiceOptions>, 'clock' | 'logger'> & {
  readonly database: Database
  readonly changes: ChangeFeed
}

async function openGateway(started: AsyncDisposableStack, parts: Parts, { gateway = {} }: ServiceOptions) {
  const { logger = parts.logger, tracing, ...config } = gateway
  const running = await startGateway({
    ...parts,
    logger,
    tracing,
    config: { maxRequestsPerMinute: unlimited, ...config },
  })
  started.defer(() => running.close())
  return running.url
}

async function openSandboxHost(started: AsyncDisposableStack, parts: Omit<Parts, 'changes'>): Promise<void> {
  const maxRecords = serverDefaults.sandboxRecordsMax
  const host = new SandboxHost({ ...parts, config: { host: '127.0.0.1', port: 0, machineSecret, maxRecords } })
  await host.listen()
  started.defer(() => host.close())
}

/** Starts an emulated Stripe, whose events a test delivers. */
async function openStripe(started: AsyncDisposableStack, origin: string): Promise<ServedStripeEmulator> {
  const { secretKey, webhookPath, webhookSecret } = stripeAccount
  const stripe = await serveStripeEmulator({
    port: 0,
    secretKey,
    webhookUrl: `https://bridge.example${webhookPath}`,
    webhookSecret,
    sendsEvents: false,
    post: async (_url, init) => (await fetch(`${origin}${webhookPath}`, init)).status,
  })
  started.defer(() => stripe.stop())
  return stripe
}

function toStripeConfig({ url: apiUrl }: ServedStripeEmulator): NonNullable<ServerConfig['stripe']> {
  const { secretKey, webhookSecret } = stripeAccount
  return { secretKey, webhookSecrets: [webhookSecret], priceId: emulatorPriceId, apiUrl }
}
