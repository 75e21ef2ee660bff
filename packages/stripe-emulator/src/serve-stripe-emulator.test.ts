import { request } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServedStripeEmulator, serveStripeEmulator } from './serve-stripe-emulator.ts'
import { emulatorPriceId } from './state.ts'

const clock = new Date('2026-03-16T12:00:00Z')
let emulator: ServedStripeEmulator
let stripe: Stripe
let received: { readonly id: string; readonly type: string }[] = []
let status = 200

beforeAll(async () => {
  emulator = await serveStripeEmulator({
    port: 0,
    secretKey: 'sk_test_emulator',
    webhookUrl: 'http://127.0.0.1:9/webhook',
    webhookSecret: 'whsec_emulator',
    clock: () => clock,
    sendsEvents: false,
    post: async (_url, { body, headers }) => {
      const signature = new Headers(headers).get('stripe-signature') ?? ''
      const receivedAt = clock.getTime()
      received.push(
        Stripe.webhooks.constructEvent(String(body), signature, 'whsec_emulator', 300, undefined, receivedAt),
      )
      return status
    },
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

describe('pages', () => {
  /** Sends a request with any headers, as programs can. */
  function send(path: string, method: string, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request(`${emulator.url}${path}`, { method, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })
  }

  it.each([
    ['a host name of others', { host: 'evil.example:4000' }],
    ['a host name that only begins like this machine', { host: 'localhost.evil.example' }],
    ['the page of another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:9' }],
    ['a page without an origin', { origin: 'null' }],
    ['a browser that names another site', { 'sec-fetch-site': 'cross-site' }],
  ])('refuse a change from %s', async (_who, headers: Record<string, string>) => {
    const { id } = await stripe.customers.create({ name: 'Kept' })
    for (const path of ['/emulator/reset', '/emulator/advance', '/emulator/card']) {
      expect(await send(path, 'POST', headers)).toBe(403)
    }
    expect((await stripe.customers.retrieve(id)).deleted).toBeUndefined()
  })

  it('refuse a host name of others, and open at the names of this machine', async () => {
    expect(await send('/', 'GET', { host: 'evil.example' })).toBe(403)
    expect(await send('/', 'GET', { host: `localhost:${new URL(emulator.url).port}` })).toBe(200)
    const own = { origin: emulator.url, 'sec-fetch-site': 'same-origin' }
    expect(await send('/emulator/release', 'POST', own)).toBe(303)
  })
})

describe('events', () => {
  beforeEach(() => {
    received = []
    status = 200
  })

  /** Presses a button of the pages. */
  async function press(path: string, form: Record<string, string> = {}): Promise<void> {
    const response = await fetch(`${emulator.url}${path}`, { method: 'POST', body: new URLSearchParams(form) })
    expect(response.ok).toBe(true)
  }

  /** Pays on the page of a checkout; three events follow. */
  async function subscribe(): Promise<void> {
    const customer = await stripe.customers.create({ name: 'Acme' })
    const { url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: emulatorPriceId, quantity: 1 }],
      success_url: `${emulator.url}/`,
    })
    await press(new URL(url ?? '').pathname)
  }

  const inOrder = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']

  it.each([
    ['normal', inOrder],
    ['twice', inOrder.flatMap((type) => [type, type])],
    ['held', inOrder],
    ['reversed', inOrder.toReversed()],
    ['lost', []],
  ])('are sent %s', async (mode, types) => {
    await press('/emulator/deliveries', { mode })
    await subscribe()
    expect(received).toEqual([])
    await press('/emulator/release')
    expect(received.map(({ type }) => type)).toEqual(types)
  })

  it('are sent again with the same ID until they are received', async () => {
    await press('/emulator/deliveries', { mode: 'normal' })
    await subscribe()
    status = 503
    await press('/emulator/release')
    status = 200
    await press('/emulator/release')
    await press('/emulator/release')
    const ids = received.map(({ id }) => id)
    expect(ids).toHaveLength(6)
    expect(ids.slice(3)).toEqual(ids.slice(0, 3))
  })
})
