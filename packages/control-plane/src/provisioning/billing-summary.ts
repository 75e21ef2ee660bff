import { realmIdSchema, requireRealmId } from '@bridge/agent-protocol'
import { type BillingState, getBillingState } from '@bridge/data-plane/entitlement/billing-state'
import { findPlan, type OrganizationPlan } from '@bridge/data-plane/entitlement/entitlement.store'
import type { Database } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { findSlug, sumRealmUsage, sumUsage } from './billing-summary.store.ts'

const countSchema = z.int()

const planSchema = z.enum(['trial', 'production', 'enterprise'])

const dayUsageSchema = z.strictObject({ day: z.iso.date(), requests: countSchema, errors: countSchema })

const billingSummarySchema = z.strictObject({
  plan: planSchema,
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
    byDay: z.array(dayUsageSchema),
  }),
  billingEnabled: z.boolean(),
})

const billingStateSchema = z.strictObject({
  plan: planSchema,
  /** `trial`, `trial ended`, `trial with too many realms`, `active`, `ends`, `grace`, `grace over`, `canceled`, `unpaid`, `paused`, `incomplete` or `enterprise`. */
  state: z.string(),
  entitled: z.boolean(),
  title: z.string(),
  message: z.string(),
  next: z.strictObject({ at: timeSchema, what: z.string() }).nullable(),
  graceUntil: timeSchema.nullable(),
  /** Whole days, counting the last one; null without a trial that ends. */
  trialDaysLeft: countSchema.nullable(),
  /** How many company files there are, and how many the plan includes; 0 means no limit. */
  companyFiles: countSchema,
  companyFileLimit: countSchema,
  /** Where an admin continues: `checkout`, `portal` for the billing portal, or null. */
  action: z.enum(['checkout', 'portal']).nullable(),
  /** Whether denied organizations are rejected. */
  enforced: z.boolean(),
  billingEnabled: z.boolean(),
})

const usageOutput = z.strictObject({
  byDay: z.array(dayUsageSchema),
  byRealm: z.array(
    z.strictObject({ realmId: realmIdSchema, name: z.string(), requests: countSchema, errors: countSchema }),
  ),
  /** A deleted client has no name; the client ID is empty for requests from before clients were counted. */
  byClient: z.array(
    z.strictObject({
      clientId: z.string(),
      name: z.string().nullable(),
      requests: countSchema,
      errors: countSchema,
    }),
  ),
})

const urlOutput = z.strictObject({ url: z.url() })

const usageDays = 30
const maxFiles = 1_000
const dayMs = 86_400_000
/** How often a page may have Stripe asked. */
const refreshMs = 5_000

export const billingOperations = {
  getBilling: operation({
    route: 'GET /orgs/{orgId}/billing',
    summary: 'Returns the plan, entitlement and 30-day usage of an organization.',
    about: 'org',
    role: 'viewer',
    input: noInput,
    output: billingSummarySchema,
    run: async (services, { orgId }) => {
      const { database, clock, billing } = services
      const [plan, days] = await Promise.all([requirePlan(services, orgId), loadDays(database, orgId, clock())])
      const { entitled, reason, realmLimit, graceUntil } = getBillingState(plan, billing.now())
      const total = (name: 'requests' | 'errors') => days.reduce((sum, each) => sum + each[name], 0)
      return {
        plan: plan.plan,
        status: plan.status ?? 'none',
        entitled,
        reason,
        realmCount: plan.productionRealms,
        realmLimit,
        quantity: plan.quantity ?? Math.max(1, plan.productionRealms),
        currentPeriodEnd: formatTime(getPeriodEnd(plan)),
        graceUntil: formatTime(graceUntil),
        usage30d: { requests: total('requests'), errors: total('errors'), byDay: days },
        billingEnabled: billing.isEnabled,
      }
    },
  }),

  getBillingState: operation({
    route: 'GET /orgs/{orgId}/billing/state',
    summary: "Returns the state of an organization's billing in words, and what happens next.",
    about: 'org',
    role: 'viewer',
    input: noInput,
    output: billingStateSchema,
    run: (services, { orgId }) => describeBilling(services, orgId),
  }),

  refreshBilling: operation({
    route: 'POST /orgs/{orgId}/billing/refresh',
    summary: 'Reads the subscription from the payment provider, at most once every 5 s, and returns the state.',
    about: 'org',
    role: 'viewer',
    input: noInput,
    output: billingStateSchema,
    run: async (services, { orgId }) => {
      await services.billing.refresh(orgId, refreshMs)
      return describeBilling(services, orgId)
    },
  }),

  getUsage: operation({
    route: 'GET /orgs/{orgId}/usage',
    summary: 'Returns the requests and errors of 30 days by day, company file and app.',
    about: 'org',
    role: 'viewer',
    input: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(maxFiles)
        .default(maxFiles)
        .describe('How many company files, those with the most requests.'),
    }),
    output: usageOutput,
    run: async ({ database, clock }, { orgId }, { limit }) => {
      const since = dayBefore(clock(), usageDays - 1)
      const [byDay, byRealm, byClient] = await Promise.all([
        loadDays(database, orgId, clock()),
        sumRealmUsage(database, orgId, limit, since),
        sumUsage(database, orgId, 'client', since),
      ])
      return {
        byDay,
        byRealm: byRealm.map(({ key, name, ...sums }) => ({
          realmId: requireRealmId(key),
          name: name ?? key,
          ...sums,
        })),
        byClient: byClient.map(({ key, ...sums }) => ({ clientId: key, ...sums })),
      }
    },
  }),

  startCheckout: operation({
    route: 'POST /orgs/{orgId}/billing/checkout',
    summary:
      'Returns the URL of the payment provider where a subscription is started; with a subscription, of the billing portal.',
    about: 'org',
    role: 'admin',
    input: noInput,
    problems: ['billing_disabled', 'enterprise_plan'],
    output: urlOutput,
    run: async (services, { orgId }) => {
      if ((await findPlan(services, orgId))?.plan === 'enterprise') throw new Problem('enterprise_plan')
      return { url: await services.billing.startCheckout(orgId) }
    },
  }),

  openBillingPortal: operation({
    route: 'POST /orgs/{orgId}/billing/portal-session',
    summary: 'Returns the URL of the payment provider where a subscription is managed.',
    about: 'org',
    role: 'admin',
    input: noInput,
    problems: ['billing_disabled', 'no_customer'],
    output: urlOutput,
    run: async ({ database, billing }, { orgId }) => {
      const slug = await findSlug(database, orgId)
      if (slug === undefined) throw new Problem('not_found')
      return { url: await billing.openPortal(orgId, slug) }
    },
  }),
}

function countTrialDays({ plan, trialLimited, trialEndsAt }: OrganizationPlan, now: Date): number | null {
  if (plan !== 'trial' || !trialLimited || trialEndsAt === null) return null
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs))
}

function getPeriodEnd({ plan, trialLimited, trialEndsAt, currentPeriodEnd }: OrganizationPlan): Date | null {
  if (plan !== 'trial') return currentPeriodEnd
  return trialLimited ? trialEndsAt : null
}

async function requirePlan(
  services: Pick<Services, 'database' | 'config'>,
  orgId: OwnedOrgId<'viewer'>,
): Promise<OrganizationPlan> {
  const plan = await findPlan(services, orgId)
  if (!plan) throw new Problem('not_found')
  return plan
}

async function describeBilling(
  services: Pick<Services, 'database' | 'billing' | 'config'>,
  orgId: OwnedOrgId<'viewer'>,
): Promise<z.output<typeof billingStateSchema>> {
  const { billing, config } = services
  const plan = await requirePlan(services, orgId)
  const state = getBillingState(plan, billing.now())
  return {
    plan: plan.plan,
    state: state.name,
    entitled: state.entitled,
    title: state.title,
    message: state.message,
    next: state.next && { at: formatTime(state.next.at), what: state.next.what },
    graceUntil: formatTime(state.graceUntil),
    trialDaysLeft: countTrialDays(plan, billing.now()),
    companyFiles: plan.productionRealms,
    companyFileLimit: state.realmLimit,
    action: billing.isEnabled ? getAction(state, plan.status) : null,
    enforced: config.billingEnforced,
    billingEnabled: billing.isEnabled,
  }
}

function getAction({ name }: BillingState, status: string | null): 'checkout' | 'portal' | null {
  switch (name) {
    case 'enterprise':
      return null
    case 'trial':
    case 'trial ended':
    case 'trial with too many realms':
    case 'canceled':
      return 'checkout'
    default:
      // A production plan set by hand has nothing to manage yet.
      return status === null ? 'checkout' : 'portal'
  }
}

/** Returns each of the last days, also those without requests. */
async function loadDays(database: Database, orgId: OwnedOrgId<'viewer'>, now: Date) {
  const since = dayBefore(now, usageDays - 1)
  const sums = new Map((await sumUsage(database, orgId, 'day', since)).map((sum) => [sum.key, sum]))
  return Array.from({ length: usageDays }, (_, index) => {
    const day = toDay(new Date(since.getTime() + index * dayMs))
    const { requests = 0, errors = 0 } = sums.get(day) ?? {}
    return { day, requests, errors }
  })
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** Returns the start of the UTC day some days before a time. */
function dayBefore(time: Date, days: number): Date {
  return new Date(Math.floor(time.getTime() / dayMs) * dayMs - days * dayMs)
}
