import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { emulatorClockId, emulatorPriceId, serveStripeEmulator } from '@bridge/stripe-emulator'
import { closeFolder } from '../files/private-file.ts'
import { requireFreePort } from './ports.ts'

const secretKey = 'sk_test_emulator'

/** An emulated Stripe, and the variables connecting the portal to it. */
export interface RunningStripeEmulator {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts an emulated Stripe whose state is kept in the data folder. */
export async function startStripeEmulator({
  port,
  portalPort,
  dataFolder,
}: {
  readonly port: number
  readonly portalPort: number
  readonly dataFolder: string
}): Promise<RunningStripeEmulator> {
  await requireFreePort(port, 'STRIPE_PORT')
  await closeFolder(dataFolder)
  // New with each start: a program knowing it can send events to the portal.
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const emulator = await serveStripeEmulator({
    port,
    secretKey,
    webhookUrl: `http://127.0.0.1:${portalPort}/billing/v1/webhook`,
    webhookSecret,
    file: path.join(dataFolder, 'stripe.json'),
  })
  return {
    url: emulator.url,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: emulatorPriceId,
      STRIPE_API_URL: emulator.url,
      STRIPE_TEST_CLOCK: emulatorClockId,
      BILLING_ENFORCED: 'true',
    },
    stop: emulator.stop,
  }
}
