import { expect, it } from 'vitest'
import { denialReason } from './entitlement-status.ts'

const now = new Date('2026-03-02T09:00:00Z')
const before = new Date('2026-03-02T08:59:59Z')
const after = new Date('2026-03-02T09:00:01Z')
const open = { plan: 'trial', trialEndsAt: null, graceUntil: null, productionRealms: 1 } as const

it.each([
  ['a running trial', { ...open, trialEndsAt: after }],
  ['a trial without an end', open],
  ['a subscription', { ...open, plan: 'production', productionRealms: 7 }],
  ['a lapsed payment within its grace', { ...open, plan: 'production', graceUntil: after }],
  ['an enterprise plan', { ...open, plan: 'enterprise', trialEndsAt: before, graceUntil: before, productionRealms: 7 }],
] as const)('allows %s [dp-5.7]', (_what, plan) => {
  expect(denialReason(plan, now)).toBeUndefined()
})

it('allows calls until the last moment of the grace period [cp-8:5]', () => {
  const lapsed = { ...open, plan: 'production', graceUntil: now } as const
  expect(denialReason(lapsed, new Date(now.getTime() - 1))).toBeUndefined()
  expect(denialReason(lapsed, now)).toMatch(/7 days of grace/)
})

it.each([
  ['a trial that ended', { ...open, trialEndsAt: before }, /trial .* ended/],
  ['a trial with more than one realm', { ...open, productionRealms: 2 }, /one company file/],
  ['a payment that lapsed past its grace', { ...open, plan: 'production', graceUntil: before }, /grace/],
] as const)('denies %s [dp-7.2:SUBSCRIPTION_REQUIRED] [dp-8:16]', (_what, plan, why) => {
  expect(denialReason(plan, now)).toMatch(why)
})
