import { z } from 'zod'
import { readInvited } from '../provisioning/invitation.ts'
import { own } from '../provisioning/membership.ts'
import { operationProcedures } from './operation-procedures.ts'
import { issueSandboxToken, quickStart } from './quick-start.ts'
import { createRouter, memberProcedure, publicProcedure } from './trpc.ts'

const inOrg = z.object({ orgId: z.string().regex(/^[a-z0-9]{1,64}$/, 'must be the id of an organization') })

/** What the portal's pages ask for: every operation of the control plane by its name, and what no script needs. */
export const portalRouter = createRouter({
  ...operationProcedures,

  session: createRouter({
    /** The signed-in user; nothing for everyone else. */
    user: publicProcedure.query(({ ctx }) => ctx.user ?? null),
  }),

  /** How the invitation of a link stands for the signed-in user. */
  invitation: memberProcedure
    .input(z.object({ token: z.string().max(200) }))
    .query(({ ctx, input }) => readInvited(ctx.dependencies, ctx.caller, input.token)),

  quickStart: createRouter({
    data: memberProcedure.input(inOrg).query(async ({ ctx, input }) => {
      const { orgId } = await own(ctx.dependencies, ctx.caller, 'org', input.orgId, 'member')
      return quickStart(ctx.dependencies, orgId)
    }),
    issueToken: memberProcedure.input(inOrg).mutation(async ({ ctx, input }) => {
      const token = await issueSandboxToken(ctx.dependencies, ctx.caller, input.orgId)
      return { ...token, expiresAt: token.expiresAt.toISOString() }
    }),
  }),
})

export type PortalRouter = typeof portalRouter
