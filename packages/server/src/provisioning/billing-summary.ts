import { Problem } from '@bridge/faults'
import { z } from 'zod'
import { findPlan } from '../entitlement/entitlement.store.ts'
import { getEntitlementStatus } from '../entitlement/entitlement-status.ts'
import { findUsage } from './billing-summary.store.ts'
import { noInput, operation } from './operation.ts'
import { printTime, timeSchema } from './shapes.ts'

const countSchema = z.int()

const billingSummarySchema = z.strictObject({
  plan: z.enum(['trial', 'production', 'enterprise']),
  status: z.string(),
  entitled: z.boolean(),
  reason: z.string(),
  realmCount: countSchema,
  /** 0 means no limit. */
  realmLimit: countSchema,
  quantity: countSchema,
  currentPeriodEnd: timeSchema.nullable(),
  graceUntil: timeSchema.nullable(),
  usage30d: z.strictObject({
    requests: countSchema,
    errors: countSchema,
    byDay: z.array(z.strictObject({ day: z.iso.date(), requests: countSchema, errors: countSchema })),
  }),
  billingEnabled: z.boolean(),
})

const usageDays = 30
const dayMs = 86_400_000

export const billingOperations = {
  getBilling: operation({
    route: 'GET /orgs/{orgId}/billing',
    summary: 'Returns the plan, entitlement and 30-day usage of an organization.',
    about: 'org',
    role: 'member',
    input: noInput,
    output: billingSummarySchema,
    run: async ({ database, clock }, { orgId }) => {
      const now = clock()
      const since = dayBefore(now, usageDays - 1)
      const [plan, usage] = await Promise.all([findPlan(database, orgId), findUsage(database, orgId, since)])
      if (!plan) throw new Problem('not_found')
      const byDay = Array.from({ length: usageDays }, (_, index) => {
        const day = new Date(since.getTime() + index * dayMs)
        const { requests = 0, errors = 0 } = usage.find((each) => each.day.getTime() === day.getTime()) ?? {}
        return { day: day.toISOString().slice(0, 10), requests, errors }
      })
      const total = (name: 'requests' | 'errors') => byDay.reduce((sum, each) => sum + each[name], 0)
      return {
        plan: plan.plan,
        status: 'none',
        realmCount: plan.productionRealms,
        ...getEntitlementStatus(plan, now),
        quantity: plan.productionRealms,
        currentPeriodEnd: plan.plan === 'trial' ? printTime(plan.trialEndsAt) : null,
        graceUntil: printTime(plan.graceUntil),
        usage30d: { requests: total('requests'), errors: total('errors'), byDay },
        billingEnabled: false,
      }
    },
  }),

  startCheckout: operation({
    route: 'POST /orgs/{orgId}/billing/checkout',
    summary: 'Returns the URL of the payment provider where a subscription is started.',
    about: 'org',
    role: 'admin',
    input: noInput,
    problems: ['billing_disabled', 'enterprise_plan'],
    output: z.strictObject({ url: z.url() }),
    run: async ({ database }, { orgId }) => {
      if ((await findPlan(database, orgId))?.plan === 'enterprise') throw new Problem('enterprise_plan')
      throw new Problem('billing_disabled')
    },
  }),

  openBillingPortal: operation({
    route: 'POST /orgs/{orgId}/billing/portal-session',
    summary: 'Returns the URL of the payment provider where a subscription is managed.',
    about: 'org',
    role: 'admin',
    input: noInput,
    problems: ['billing_disabled', 'no_customer'],
    output: z.strictObject({ url: z.url() }),
    run: () => Promise.reject(new Problem('billing_disabled')),
  }),
}

/** Returns the start of the UTC day that is a number of days before a time. */
function dayBefore(time: Date, days: number): Date {
  return new Date(Math.floor(time.getTime() / dayMs) * dayMs - days * dayMs)
}
