import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { RealmId } from '@bridge/agent-protocol'
import { type Billing, createBilling } from '@bridge/control-plane/billing/billing'
import { createEntitlement, type Entitlement } from '@bridge/data-plane/entitlement/entitlement'
import type { Database } from '@bridge/database'
import { serverDefaults } from '@bridge/server'
import { emulatorPriceId, type StripeEmulator } from '@bridge/stripe-emulator'
import { serve } from '@hono/node-server'
import { pino } from 'pino'
import { faultInjectingDatabase } from './fault-injecting-database.ts'
import { createKillSwitch, type KillSwitch } from './kill-switch.ts'

export const secretKey = 'sk_test_bridge'
export const webhookSecret = 'whsec_test'

const logger = pino({ level: 'silent' })

/** The state surviving a server. */
export interface BillingWorld {
  readonly database: Database
  readonly stripe: StripeEmulator
  readonly clock: () => Date
  /** Whether to kill the server at its next step. */
  readonly isFatal: () => boolean
}

export interface RunningBillingServer {
  readonly killSwitch: KillSwitch
  readonly billing: Billing
  /** Whether the data plane's gate lets the organization's call pass. */
  isAllowed(orgId: string): Promise<boolean>
  /** Delivers an event; returns the response status. */
  deliver(body: string): Promise<number>
  /** Closes the server's remains. */
  dispose(): Promise<void>
}

/** Starts what a server does about billing. Each statement and each request to Stripe is a step at which it can be killed. */
export async function startBillingServer({
  database,
  stripe,
  clock,
  isFatal,
}: BillingWorld): Promise<RunningBillingServer> {
  const killSwitch = createKillSwitch(isFatal)
  const network = await listen((request, env) =>
    killSwitch.step('request to Stripe', async () => stripe.app.fetch(request, env)),
  )
  const config = {
    ...serverDefaults,
    baseUrl: 'https://bridge.test',
    machineSecret: 'machine-secret',
    sessionSecret: 'session-secret',
    billingEnforced: true,
    stripe: { secretKey, webhookSecrets: [webhookSecret], priceId: emulatorPriceId, apiUrl: network.url },
  }
  const faulty = faultInjectingDatabase(database, killSwitch, (call) => call, { entersTransactions: true })
  const billing = createBilling({ database: faulty, fetchDatabase: faulty, clock, logger, config })
  const entitlement: Entitlement = createEntitlement({ database: faulty, clock, config, billing })

  return {
    killSwitch,
    billing,
    async isAllowed(orgId) {
      const realm = { realmId: '1000000000000000' as RealmId, realmKind: 'production' } as const
      try {
        await entitlement.require({ ...realm, orgId })
        return true
      } catch {
        return false
      }
    },
    async deliver(body) {
      const seconds = Math.floor(clock().getTime() / 1000)
      const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
      const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` }
      return (await billing.webhook.request('/webhook', { method: 'POST', body, headers })).status
    },
    async dispose() {
      const isKilled = killSwitch.isKilled
      killSwitch.dispose()
      await network.close()
      // What waits at a kill never ends.
      const closed = billing.close().catch(() => undefined)
      if (!isKilled) await closed
    },
  }
}

/** Listens on the loopback interface. */
async function listen(fetch: (request: Request, env: object) => Promise<Response>) {
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
