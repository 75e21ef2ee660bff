import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedStripeEmulator, serveStripeEmulator } from './serve-stripe-emulator.ts'
import { emulatorPriceId } from './state.ts'

let emulator: ServedStripeEmulator
let stripe: Stripe

beforeAll(async () => {
  emulator = await serveStripeEmulator({
    port: 0,
    secretKey: 'sk_test_emulator',
    webhookUrl: 'http://127.0.0.1:9/webhook',
    webhookSecret: 'whsec_emulator',
    clock: () => new Date('2026-03-16T12:00:00Z'),
  })
  const { hostname, port } = new URL(emulator.url)
  stripe = new Stripe('sk_test_emulator', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
})
afterAll(() => emulator.stop())

it('talks to the official library', async () => {
  const price = await stripe.prices.retrieve(emulatorPriceId)
  expect(price).toMatchObject({ id: emulatorPriceId, object: 'price' })
})

it('rejects a parameter that Stripe does not have', async () => {
  const params = { email: 'owner@example.com', favoriteColor: 'green' } as unknown as Stripe.CustomerCreateParams
  await expect(stripe.customers.create(params)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    message: expect.stringContaining('favoriteColor'),
  })
})

it('rejects another key', async () => {
  const { hostname, port } = new URL(emulator.url)
  const other = new Stripe('sk_test_other', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  await expect(other.prices.retrieve(emulatorPriceId)).rejects.toMatchObject({ statusCode: 401 })
})
