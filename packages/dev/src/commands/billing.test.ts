import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { emulatorPriceId, type ServedStripeEmulator, serveStripeEmulator } from '@bridge/stripe-emulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteOperatorVariables, writeOperatorVariables } from '../service/operator-variables.ts'
import { billing } from './billing.ts'

let test: TestDatabase
let stripe: ServedStripeEmulator
let dataFolder: string

beforeAll(async () => {
  test = await createTestDatabase()
  dataFolder = await mkdtemp(path.join(tmpdir(), 'billing-'))
  stripe = await serveStripeEmulator({
    port: 0,
    secretKey: 'sk_test_emulator',
    webhookUrl: 'http://127.0.0.1:9/webhook',
    webhookSecret: 'whsec_emulator',
    sendsEvents: false,
  })
  await writeOperatorVariables(dataFolder, {
    DATABASE_URL: test.url,
    STRIPE_SECRET_KEY: 'sk_test_emulator',
    STRIPE_WEBHOOK_SECRET: 'whsec_emulator',
    STRIPE_PRICE_ID: emulatorPriceId,
    STRIPE_API_URL: stripe.url,
  })
})
afterAll(async () => {
  await stripe.stop()
  await test.drop()
  await rm(dataFolder, { recursive: true, force: true })
})

/** Runs the command next to the service in the data folder. */
async function run(...args: readonly string[]) {
  const lines: string[] = []
  const code = await billing(args, { BRIDGE_DATA_FOLDER: dataFolder }, (line) => lines.push(line))
  return { code, lines }
}

/** Creates an organization with a customer whose subscription the service does not know. */
async function createSubscriber(slug: string) {
  const { database } = test
  const customerId = `cus_${slug}`
  const { id } = await database.organization.create({ data: { name: 'Acme', slug } })
  await database.billingAccount.create({ data: { orgId: id, customerId } })
  stripe.state.customers[customerId] = {
    id: customerId,
    created: 0,
    name: 'Acme',
    email: null,
    metadata: {},
    deleted: false,
    cardWorks: true,
  }
  stripe.cycle.completeCheckout({
    id: `cs_${slug}`,
    created: 0,
    customer: customerId,
    client_reference_id: id,
    metadata: {},
    subscriptionMetadata: {},
    quantity: 1,
    success_url: '',
    cancel_url: null,
    expires_at: 0,
    status: 'open',
    subscription: null,
  })
  return id
}

it('prints and corrects what differs from Stripe', async () => {
  const orgId = await createSubscriber('acme')
  const first = await run('check')
  expect(first.code).toBe(0)
  expect(first.lines).toEqual(
    expect.arrayContaining([`${orgId}  plan: trial -> production`, `${orgId}  status: null -> active`]),
  )
  expect(await run('check')).toEqual({ code: 0, lines: ['1 checked, 0 failed'] })

  stripe.faults.always = 500
  const failed = await run('check')
  stripe.faults.always = undefined
  expect([failed.code, failed.lines.at(-1)]).toEqual([1, '1 checked, 1 failed'])
})

it('sets the enterprise plan of an organization and ends it, with audit events', async () => {
  const orgId = await createSubscriber('enterprise')
  await run('check')
  expect((await run('enterprise', 'enterprise')).lines[0]).toContain('was production')
  const find = () => test.database.organization.findUniqueOrThrow({ where: { id: orgId } })
  expect((await find()).plan).toBe('enterprise')
  expect((await run('standard', orgId)).lines[0]).toContain('was enterprise')
  expect((await find()).plan).toBe('production')
  const audit = await test.database.auditEvent.findMany({ where: { orgId, action: 'billing.plan' } })
  expect(audit.map(({ actorKind }) => actorKind)).toEqual(['system', 'system'])
})

it('names an unknown organization, and needs a command and a database', async () => {
  await expect(run('enterprise', 'nobody')).rejects.toThrow('There is no organization nobody.')
  await expect(run('enterprise')).rejects.toThrow('Usage')
  await deleteOperatorVariables(dataFolder)
  await expect(run('check')).rejects.toThrow('DATABASE_URL')
})
