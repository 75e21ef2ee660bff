import { trialRealms } from '@bridge/data-plane/entitlement/billing-state'
import { listSandboxFaults } from '@bridge/data-plane/sandbox/faults'
import { requireRole } from '@bridge/identity/access/membership'
import { tracked } from '@trpc/server'
import { z } from 'zod'
import { loadInvitationPreview, loadInvitationState } from '../provisioning/invitation.ts'
import { trialDays } from '../provisioning/organization.ts'
import { loadServiceHistory } from '../service-status/service-watch.ts'
import { runDemoCall } from './demo-call.ts'
import { describeDemoFailure } from './demo-failure.ts'
import { demoQueries } from './demo-queries.ts'
import { explorerRouter } from './explorer-router.ts'
import { operationProcedures } from './operation-procedures.ts'
import { proofRouter } from './proof-router.ts'
import { issueSandboxToken, loadQuickStart } from './quick-start.ts'
import { secondFactorRouter } from './second-factor-router.ts'
import { setupRouter } from './setup-router.ts'
import { createRouter, type MemberContext, memberProcedure, publicProcedure, streamWithProblems } from './trpc.ts'

const orgInputSchema = z.object({ orgId: z.string().regex(/^[a-z0-9]{1,64}$/, 'must be the ID of an organization') })

/** The portal's procedures: every control plane operation, and those needed only by its pages. */
export const portalRouter = createRouter({
  ...operationProcedures,

  session: createRouter({
    /** Returns the signed-in user, if any. */
    user: publicProcedure.query(({ ctx: { user } }) =>
      user ? { id: user.id, email: user.email, name: user.name } : null,
    ),
  }),

  /** Returns an invitation link's state for the signed-in user. */
  invitation: memberProcedure
    .input(z.object({ token: z.string().max(200) }))
    .query(({ ctx, input }) => loadInvitationState(ctx.services, ctx.caller, input.token)),

  explorer: explorerRouter,
  setup: setupRouter,
  secondFactor: secondFactorRouter,
  proof: proofRouter,

  /** Runs a landing page query. */
  demoCall: publicProcedure
    .input(z.object({ query: z.enum(demoQueries) }))
    .query(({ ctx, input }) => runDemoCall(input.query, ctx.services.clock)),

  /** Returns how the service's parts have worked on each of the last 90 days. */
  serviceHistory: publicProcedure.query(({ ctx }) => loadServiceHistory(ctx.services)),

  /** Explains a failed write to visitors. */
  demoFailure: publicProcedure.query(({ ctx }) => describeDemoFailure(ctx.services.clock())),

  /** Returns the state of a page's organization, for `liveChanges`. */
  liveState: memberProcedure.input(orgInputSchema).query(async ({ ctx, input }) => {
    const { orgId } = await requireRole(ctx.services, ctx.caller, { resource: 'org', id: input.orgId, role: 'viewer' })
    return ctx.live.getState(orgId)
  }),

  /** Reports changed data, without the data. The event ID is the state after the change. */
  liveChanges: memberProcedure
    .input(orgInputSchema.extend({ lastEventId: z.string().max(100).optional() }))
    .subscription(({ ctx, input, signal }) => streamWithProblems(watchOrganization(ctx, input, signal))),

  /** Returns what a company file costs, and what a trial includes; null if trials have no limits. */
  pricing: publicProcedure.query(({ ctx: { services } }) => ({
    price: services.billing.pricing,
    trial: services.config.trialLimited ? { days: trialDays, companyFiles: trialRealms } : null,
  })),

  /** Returns what the organization pays next, as the payment provider has it; null without a subscription. */
  invoices: memberProcedure.input(orgInputSchema).query(async ({ ctx: { services, caller }, input }) => {
    const { orgId } = await requireRole(services, caller, { resource: 'org', id: input.orgId, role: 'admin' })
    const invoices = await services.billing.readInvoices(orgId)
    if (!invoices) return null
    const { next, open } = invoices
    return { open, next: next && { ...next, at: next.at.toISOString() } }
  }),

  /** Lists a sandbox's possible faults. */
  sandboxFaults: publicProcedure.query(() => listSandboxFaults()),

  /** Returns what an invitation link shows before signing in: nothing but to the link's holder. */
  invitationPreview: publicProcedure
    .input(z.object({ token: z.string().max(200) }))
    .query(async ({ ctx, input }) => (await loadInvitationPreview(ctx.services, input.token)) ?? null),

  quickStart: createRouter({
    data: memberProcedure.input(orgInputSchema).query(async ({ ctx, input }) => {
      const { orgId } = await requireRole(ctx.services, ctx.caller, {
        resource: 'org',
        id: input.orgId,
        role: 'member',
      })
      return loadQuickStart(ctx.services, orgId)
    }),
    issueToken: memberProcedure.input(orgInputSchema).mutation(async ({ ctx, input }) => {
      const token = await issueSandboxToken(ctx.services, ctx.caller, input.orgId)
      return { ...token, expiresAt: token.expiresAt.toISOString() }
    }),
  }),
})

export type PortalRouter = typeof portalRouter

async function* watchOrganization(
  context: MemberContext,
  { orgId: id, lastEventId }: { readonly orgId: string; readonly lastEventId?: string | undefined },
  signal: AbortSignal | undefined,
) {
  const authorize = () => requireRole(context.services, context.caller, { resource: 'org', id, role: 'viewer' })
  const { orgId } = await authorize()
  for await (const { state, topics } of context.live.watch(context.user.id, orgId, lastEventId, signal)) {
    if (topics.includes('organization')) await authorize()
    yield tracked(state, topics)
  }
}
