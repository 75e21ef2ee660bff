import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type BillingFacts, type BillingStateName, getBillingState } from './billing-state.ts'

const page = fileURLToPath(new URL('../../../../docs/billing.md', import.meta.url))

const now = new Date('2026-03-02T09:00:00Z')
const before = new Date('2026-03-02T08:59:59Z')
const after = new Date('2026-03-02T09:00:01Z')
const trial: BillingFacts = {
  plan: 'trial',
  trialEndsAt: after,
  graceUntil: null,
  productionRealms: 1,
  status: null,
  currentPeriodEnd: null,
  endsAt: null,
  trialLimited: true,
}
const paid: BillingFacts = {
  ...trial,
  plan: 'production',
  trialEndsAt: before,
  productionRealms: 7,
  status: 'active',
  currentPeriodEnd: after,
}
const failed = { ...paid, status: 'past_due', graceUntil: after }

/** The table in docs/billing.md: situation, facts, state and entitlement. */
const table: readonly (readonly [string, BillingFacts, BillingStateName, boolean])[] = [
  ['A trial runs', trial, 'trial', true],
  ['A trial without an end', { ...trial, trialEndsAt: null }, 'trial', true],
  [
    'The deployment does not limit trials',
    { ...trial, trialEndsAt: before, productionRealms: 7, trialLimited: false },
    'trial',
    true,
  ],
  ['The trial has ended', { ...trial, trialEndsAt: before }, 'trial ended', false],
  [
    'A trial has more than one production realm',
    { ...trial, productionRealms: 2 },
    'trial with too many realms',
    false,
  ],
  ['The first payment is open, and the trial runs', { ...trial, status: 'incomplete' }, 'incomplete', true],
  [
    'The first payment is open, and the trial has ended',
    { ...trial, status: 'incomplete', trialEndsAt: before },
    'trial ended',
    false,
  ],
  ['The first payment was never made', { ...trial, status: 'incomplete_expired' }, 'trial', true],
  ['The subscription is active', paid, 'active', true],
  ['It has its own trial in Stripe', { ...paid, status: 'trialing' }, 'active', true],
  ['It is canceled for the end of its period', { ...paid, endsAt: after }, 'ends', true],
  ['That period is over', { ...paid, endsAt: before }, 'canceled', false],
  ['A payment failed, less than 7 days ago', failed, 'grace', true],
  ['A payment failed, 7 days ago or more', { ...failed, graceUntil: now }, 'grace over', false],
  ['Stripe stopped retrying, and grace runs', { ...failed, status: 'unpaid' }, 'unpaid', true],
  ['Stripe stopped retrying, and grace is over', { ...failed, status: 'unpaid', graceUntil: before }, 'unpaid', false],
  ['Stripe canceled it for the failed payment, and grace runs', { ...failed, status: 'canceled' }, 'canceled', true],
  ['The subscription was canceled', { ...paid, status: 'canceled', endsAt: before }, 'canceled', false],
  ['It is paused', { ...paid, status: 'paused' }, 'paused', false],
  ['A new subscription waits for its first payment', { ...paid, status: 'incomplete' }, 'incomplete', false],
  [
    'The first payment of a new subscription was never made',
    { ...paid, status: 'incomplete_expired' },
    'canceled',
    false,
  ],
  ['An operator set the production plan by hand', { ...paid, status: null, currentPeriodEnd: null }, 'active', true],
  [
    'The enterprise plan, whatever Stripe says',
    { ...failed, plan: 'enterprise', graceUntil: before },
    'enterprise',
    true,
  ],
]

it.each(table)('%s [dp-5.7] [cp-2:5]', (_situation, facts, name, entitled) => {
  const state = getBillingState(facts, now)
  expect([state.name, state.entitled]).toEqual([name, entitled])
  expect(state.reason).toBe(entitled ? facts.plan : state.message)
})

it('documents the table on the billing page (vitest -u updates it)', async () => {
  const rows = table.map(([situation, facts], index) => {
    const { name, entitled, title, message, next } = getBillingState(facts, now)
    const cells = [situation, name, entitled ? 'yes' : 'no', `**${title}.** ${message}`, next?.what ?? '–']
    expect(name).toBe(table[index]?.[2])
    return `| ${cells.join(' | ')} |\n`
  })
  const text = await readFile(page, 'utf8')
  const [begin, end] = ['<!-- states -->\n', '<!-- end -->']
  const from = text.indexOf(begin) + begin.length
  const head = '\n| Situation | State | Entitled | The portal says | Next |\n| --- | --- | --- | --- | --- |\n'
  const updated = `${text.slice(0, from)}${head}${rows.join('')}\n${text.slice(text.indexOf(end, from))}`
  await expect(updated).toMatchFileSnapshot(page)
})

it('allows calls until the last moment of the grace period [cp-8:5] [dp-8:16]', () => {
  const lapsed = { ...failed, graceUntil: now }
  expect(getBillingState(lapsed, new Date(now.getTime() - 1))).toMatchObject({ entitled: true, graceUntil: now })
  expect(getBillingState(lapsed, now)).toMatchObject({
    entitled: false,
    graceUntil: null,
    reason: expect.stringContaining('7 days of grace'),
  })
})

it.each([
  ['a trial that ended', { ...trial, trialEndsAt: before }, /trial .* ended/],
  ['a trial with more than one realm', { ...trial, productionRealms: 2 }, /one company file/],
  ['a payment that lapsed past its grace', { ...failed, graceUntil: before }, /grace/],
] as const)('denies %s with the reason [dp-7.2:SUBSCRIPTION_REQUIRED] [dp-8:16]', (_what, facts, why) => {
  expect(getBillingState(facts, now).reason).toMatch(why)
})

it('says what happens next and when', () => {
  expect(getBillingState(failed, now).next).toEqual({ at: after, what: 'API calls to your company files stop.' })
  expect(getBillingState(paid, now).next).toEqual({ at: after, what: 'Your subscription renews.' })
  expect(getBillingState({ ...paid, endsAt: after }, now).next?.at).toEqual(after)
})

it('limits only a trial to one production realm, unless the deployment does not limit trials', () => {
  const others = [paid, { ...paid, plan: 'enterprise' } as const, { ...trial, trialLimited: false }]
  const limits = [trial, ...others].map((facts) => getBillingState(facts, now))
  expect(limits.map(({ realmLimit }) => realmLimit)).toEqual([1, 0, 0, 0])
})
