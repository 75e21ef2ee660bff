import type { FaultCode, ProblemCode } from '@bridge/faults'
import { mayManage, mayOwn, mayRead, type Role } from './permissions.ts'

/** What a page reports or leaves out: a problem, or a state of the organization or of a company file. */
export type Obstacle =
  | ProblemCode
  | 'admins_only'
  | 'owners_only'
  | 'members_only'
  | 'not_entitled'
  | 'payment_failed'
  | 'file_not_reached'
  | 'writes_not_allowed'
  | 'sandbox_full'

/** What the next step depends on. */
export interface Situation {
  /** Undefined outside an organization's pages. */
  readonly organization?: { readonly slug: string; readonly role: Role } | undefined
  /** The company file of a call. */
  readonly file?: { readonly id: string; readonly state: string } | undefined
  /** Undefined while unknown. */
  readonly billing?: { readonly billingEnabled: boolean; readonly action: 'checkout' | 'portal' | null } | undefined
}

/** The one thing that leads on from an obstacle. */
export type NextStep =
  /** Opens a page. */
  | { readonly kind: 'open'; readonly label: string; readonly href: string }
  /** Starts the checkout. */
  | { readonly kind: 'subscribe' }
  | { readonly kind: 'sign-in' }
  /** Names the members with a role. */
  | { readonly kind: 'ask'; readonly needs: 'owner' | 'admin' }
  /** Says what the operator of the service can do, with a command if there is one. */
  | { readonly kind: 'operator'; readonly text: string; readonly command?: string }
  /** Continues where the reader is: in the form, or with "Try again". */
  | { readonly kind: 'stay'; readonly text: string }

const managedByOperator: NextStep = {
  kind: 'open',
  label: 'Contact the operator',
  href: '/contact',
}

type FindStep = (situation: Situation) => NextStep

/** The next step for each obstacle. */
const steps: Readonly<Record<Obstacle, FindStep>> = {
  unauthenticated: () => ({ kind: 'sign-in' }),
  forbidden: ask('admin'),
  second_factor_required: () => ({ kind: 'open', label: 'Turn on a second factor', href: '/account/second-factor' }),
  proof_required: stay('Confirm that it is you, then try again.'),
  invalid_request: stay('Correct it, then send it again. What you typed is kept.'),
  not_found: open('Go to company files', 'company-files'),
  rate_limited: stay('Wait until then, and try again. Nothing was changed.'),
  quota_reached: stay('Delete or revoke one of the list that you no longer need, then try again.'),
  plan_limit_realms: subscribe((slug) => ({
    kind: 'operator',
    text: 'This installation has no payment provider, so there is nothing to pay. Its operator can lift the limit: for all organizations with TRIAL_LIMITED=false, for this one with',
    command: `npm run billing -- enterprise ${slug}`,
  })),
  edit_conflict: stay('Compare both versions, then save yours or keep theirs.'),
  subscription_active: (situation) =>
    situation.billing?.billingEnabled === false
      ? {
          kind: 'operator',
          text: 'This installation is no longer connected to the payment provider. Its operator can cancel the subscription there, and end it here with',
          command: `npm run billing -- enterprise ${situation.organization?.slug ?? ''}`,
        }
      : open('Cancel the subscription', 'usage')(situation),
  last_owner: open('Make another member an owner', 'members'),
  billing_disabled: subscribe((slug) => ({
    kind: 'operator',
    text: 'This installation charges nothing. Its operator changes the plan with',
    command: `npm run billing -- enterprise ${slug}`,
  })),
  enterprise_plan: subscribe(() => managedByOperator),
  no_customer: subscribe(() => ({ kind: 'stay', text: 'There is no subscription to manage.' })),
  sandbox_daily_limit: stay('The count starts over at 00:00 UTC.'),
  production_realm: open('Open the sandbox among the company files', 'company-files'),
  sandbox_exists: open('Open the sandbox among the company files', 'company-files'),
  sandbox_realm: open('Connect a company file', 'company-files'),
  not_replayable: (situation) =>
    situation.organization && mayRead(situation.organization.role)
      ? open('Open the Explorer', 'explorer')(situation)
      : ask('admin')(situation),
  service_unavailable: stay('Try again in a minute. What you typed is kept.'),
  internal_error: stay('Try again. If it fails again, tell the operator of the service the request ID.'),
  admins_only: ask('admin'),
  owners_only: ask('owner'),
  members_only: ask('admin'),
  not_entitled: subscribe((slug) => ({
    kind: 'operator',
    text: 'This installation requires a plan, and has no payment provider. Its operator sets the plan with',
    command: `npm run billing -- enterprise ${slug}`,
  })),
  payment_failed: subscribe((slug) => ({
    kind: 'operator',
    text: 'This installation is no longer connected to the payment provider. Its operator sets the plan with',
    command: `npm run billing -- enterprise ${slug}`,
  })),
  file_not_reached: findStepToFile,
  writes_not_allowed: (situation) =>
    situation.organization && mayManage(situation.organization.role)
      ? { kind: 'stay', text: 'Choose “Allow writes for 30 minutes” above, then send it again.' }
      : ask('admin')(situation),
  sandbox_full: openSandbox('Delete records, or load other books'),
}

/** Faults whose next step is outside the call. */
const faultObstacles: Readonly<Partial<Record<FaultCode, Obstacle>>> = {
  AGENT_OFFLINE: 'file_not_reached',
  APP_NOT_OPEN: 'file_not_reached',
  AGENT_EXECUTION_ERROR: 'file_not_reached',
  AUTHORIZATION_FAILED: 'writes_not_allowed',
  SUBSCRIPTION_REQUIRED: 'not_entitled',
  RATE_LIMITED: 'rate_limited',
  SANDBOX_DAILY_LIMIT: 'sandbox_daily_limit',
  SANDBOX_RECORD_LIMIT: 'sandbox_full',
  SERVICE_UNAVAILABLE: 'service_unavailable',
  INTERNAL_ERROR: 'internal_error',
}

/** All faults with a step, for tests. */
export const faultsWithStep = Object.keys(faultObstacles) as readonly FaultCode[]

/** Returns the obstacle behind a fault; undefined where the call itself is to be corrected. */
export function findFaultObstacle(code: string): Obstacle | undefined {
  return Object.hasOwn(faultObstacles, code) ? faultObstacles[code as FaultCode] : undefined
}

/** All obstacles, for tests. */
export const obstacles = Object.keys(steps) as readonly Obstacle[]

/** Returns the step that leads on from an obstacle, and works for this reader here. */
export function findNextStep(obstacle: Obstacle, situation: Situation): NextStep {
  return steps[obstacle](situation)
}

/** Returns whether a problem's code is in the table: an older page may meet a newer server. */
export function isObstacle(code: string | undefined): code is Obstacle {
  return code !== undefined && Object.hasOwn(steps, code)
}

function stay(text: string): FindStep {
  return () => ({ kind: 'stay', text })
}

/** Opens a page that every role may open; outside an organization, the start page, which leads to one. */
function open(label: string, page: string): FindStep {
  return ({ organization }) =>
    organization
      ? { kind: 'open', label, href: `/orgs/${organization.slug}/${page}` }
      : { kind: 'open', label: 'Go to your organizations', href: '/' }
}

/** Leads to a company file that calls do not reach: to what to do at the PC, or to its set-up. */
function findStepToFile(situation: Situation): NextStep {
  const { organization, file } = situation
  if (!file) return open('Go to company files', 'company-files')(situation)
  if (file.state === 'sandbox') return openSandbox('Turn the failure off')(situation)
  if (file.state !== 'never_connected') return open('See what to do at the PC', `company-files/${file.id}`)(situation)
  return organization && mayManage(organization.role)
    ? open('Set up the PC', `company-files/${file.id}/set-up`)(situation)
    : ask('admin')(situation)
}

/** Opens the sandbox's page, which viewers do not have. */
function openSandbox(label: string): FindStep {
  return (situation) => {
    const { organization, file } = situation
    if (!file || !organization) return open('Go to company files', 'company-files')(situation)
    return mayRead(organization.role)
      ? open(label, `company-files/${file.id}/sandbox`)(situation)
      : ask('admin')(situation)
  }
}

/** Names those who may; a reader who may already only has to load the page again. */
function ask(needs: 'owner' | 'admin'): FindStep {
  return (situation) => {
    const { organization } = situation
    if (!organization) return open('', '')(situation)
    const isAllowed = needs === 'owner' ? mayOwn(organization.role) : mayManage(organization.role)
    return isAllowed ? { kind: 'stay', text: 'Your role has changed. Load the page again.' } : { kind: 'ask', needs }
  }
}

/** Leads to the payment: by checkout, by the billing portal, by who may, or without a provider by the operator. */
function subscribe(withoutProvider: (slug: string) => NextStep): FindStep {
  return (situation) => {
    const { organization, billing } = situation
    if (!organization) return open('', '')(situation)
    if (!billing) return open('Open usage and billing', 'usage')(situation)
    if (!billing.billingEnabled) return withoutProvider(organization.slug)
    if (billing.action === null) return managedByOperator
    if (!mayManage(organization.role)) return ask('admin')(situation)
    return billing.action === 'checkout' ? { kind: 'subscribe' } : open('Open usage and billing', 'usage')(situation)
  }
}
