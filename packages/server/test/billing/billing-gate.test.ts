import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { describe, expect, it } from 'vitest'
import { type BillingOwner, useBilling } from '../billing.fixture.ts'

const second = 1 / 86_400

const billing = await useBilling()
const { admin, stripe } = billing

/** Connects an app; returns a function calling the organization's company file or sandbox. */
async function connect({ orgId, realmId, sandboxRealmId }: BillingOwner) {
  const tokens = await Promise.all(
    [realmId, sandboxRealmId].map(async (id) => {
      const token = mintSecret('test_')
      const tokenHash = hashSecret(token)
      const clientId = `svcc_${id}`
      await admin.database.oAuthClient.create({
        data: { id: clientId, orgId, name: 'App', redirectUris: ['https://app.test/cb'], secretHash: 'none' },
      })
      const accessTokens = { create: { tokenHash, expiresAt: new Date('2100-01-01T00:00:00Z') } }
      await admin.database.connection.create({
        data: { clientId, realmId: id, scope: 'com.intuit.quickbooks.accounting', accessTokens },
      })
      return [id, token] as const
    }),
  )
  return async (isSandbox = false) => {
    const [id, token] = tokens[isSandbox ? 1 : 0] ?? []
    const headers = { authorization: `Bearer ${token}` }
    const response = await admin.app.request(`/v3/company/${id}/companyinfo/${id}`, { headers })
    const body = await response.json()
    return { status: response.status, code: body.Fault?.Error[0].code, message: body.Fault?.Error[0].Detail }
  }
}

/** The response to a call let through by billing: no agent is connected. */
const allowed = { code: 'AGENT_OFFLINE' }
const refused = { status: 402, code: 'SUBSCRIPTION_REQUIRED' }

describe('the gate', () => {
  it('reads the subscription before it refuses, at most once a minute [dp-5.7] [dp-7.2:SUBSCRIPTION_REQUIRED] [dp-8:16]', async () => {
    const owner = await billing.createOwner()
    const call = await connect(owner)
    const { customer } = await billing.subscribe(owner)
    expect(await call()).toMatchObject(allowed)
    customer.cardWorks = false
    billing.move(31)
    billing.move(8)
    await stripe.deliveries.flush()

    // The cached decision has expired before each call.
    const operations: string[][] = []
    for (const wait of [0, 6, 51, 6]) {
      billing.move(wait * second)
      operations.push(
        await billing.recordOperations(async () => {
          expect(await call()).toMatchObject(refused)
        }),
      )
    }
    expect(operations).toEqual([['subscriptions.list'], [], [], ['subscriptions.list']])
    expect(await call(true)).toMatchObject({ status: 200 })
  })

  it('allows a paying organization whose events were lost, with the first calls', async () => {
    const owner = await billing.createOwner()
    const call = await connect(owner)
    stripe.setMode('lost')
    const { subscription } = await billing.subscribe(owner)
    await admin.database.organization.update({
      where: { id: owner.orgId },
      data: { trialEndsAt: new Date(billing.clock().getTime() - 1) },
    })
    const operations = await billing.recordOperations(async () => {
      const responses = await Promise.all([call(), call(), call(), call(), call()])
      for (const response of responses) expect(response).toMatchObject(allowed)
    })
    expect(operations).toEqual(['subscriptions.list'])
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'active' })
    stripe.cycle.cancelNow(subscription)
    billing.move(6 * second)
    // Nothing reports the subscription's end before the daily read.
    expect(await call()).toMatchObject(allowed)
    billing.move(1.01)
    await admin.billing.runJob()
    expect(await call()).toMatchObject(refused)
  })

  it('reads the subscription before it refuses, even while its quantity is being changed', async () => {
    const owner = await billing.createOwner()
    const call = await connect(owner)
    stripe.setMode('lost')
    await billing.subscribe(owner)
    await admin.database.organization.update({
      where: { id: owner.orgId },
      data: { trialEndsAt: new Date(billing.clock().getTime() - 1) },
    })
    expect(await billing.whileLocked(owner, () => call())).toMatchObject(allowed)
  })

  it('asks nothing of Stripe for an organization without a customer', async () => {
    const owner = await billing.createOwner()
    const call = await connect(owner)
    billing.move(31)
    const operations = await billing.recordOperations(async () => {
      expect(await call()).toMatchObject({ ...refused, message: expect.stringContaining('trial') })
    })
    expect(operations).toEqual([])
  })

  it('is right after an outage of Stripe that was longer than the grace period', async () => {
    const [payer, debtor] = [await billing.createOwner(), await billing.createOwner()]
    const [callPayer, callDebtor] = [await connect(payer), await connect(debtor)]
    await billing.subscribe(payer)
    const { customer } = await billing.subscribe(debtor)
    customer.cardWorks = false
    billing.move(31)
    await stripe.deliveries.flush()
    expect(await billing.getSummary(debtor)).toMatchObject({ status: 'past_due', entitled: true })

    stripe.faults.always = 500
    stripe.setMode('lost')
    for (let day = 0; day < 9; day += 1) {
      billing.move(1)
      await admin.billing.runJob()
    }
    // The last known state decides: the payer's period renewed unseen, and the debtor's grace is over.
    expect(await callPayer()).toMatchObject(allowed)
    expect(await callDebtor()).toMatchObject(refused)
    customer.cardWorks = true
    stripe.cycle.payOpen(customer)
    billing.move(61 * second)
    expect(await callDebtor()).toMatchObject(refused)

    stripe.faults.always = undefined
    billing.move(61 * second)
    expect(await callDebtor()).toMatchObject(allowed)
    expect(await callPayer()).toMatchObject(allowed)
  })
})

describe('the job', () => {
  it('runs on one server at a time, and on another after the first has stopped or was killed', async () => {
    const owner = await billing.createOwner()
    await billing.subscribe(owner)
    const [one, other] = [await admin.startSecondServer(), await admin.startSecondServer()]
    const run = async (server: { runJob(): Promise<void> }) => {
      billing.move(1.01)
      return (await billing.recordOperations(() => server.runJob())).length > 0
    }
    await admin.database.jobLease.deleteMany()
    expect(await run(one)).toBe(true)
    expect(await run(other)).toBe(false)
    expect(await run(one)).toBe(true)
    await one.stop()
    expect(await run(other)).toBe(true)

    // A killed server keeps its lease until it expires.
    expect(await run(admin.billing)).toBe(false)
    await admin.database.jobLease.updateMany({ data: { expiresAt: new Date('2020-01-01T00:00:00Z') } })
    expect(await run(admin.billing)).toBe(true)
    expect(await run(other)).toBe(false)
    await other.stop()
  })

  it('reads each of many organizations once, when two servers begin at once', async () => {
    for (let count = 0; count < 3; count += 1) await billing.subscribe(await billing.createOwner())
    const other = await admin.startSecondServer()
    await admin.database.jobLease.deleteMany()
    billing.move(1.01)
    const accounts = await admin.database.billingAccount.count({ where: { customerId: { not: null } } })
    const operations = await billing.recordOperations(() => Promise.all([admin.billing.runJob(), other.runJob()]))
    expect(operations.filter((operation) => operation === 'subscriptions.list')).toHaveLength(accounts)
    await other.stop()
  })
})
