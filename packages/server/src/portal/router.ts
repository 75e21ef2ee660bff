import { z } from 'zod'
import { ownOrg } from '../provisioning/membership.ts'
import { createOrganization, createOrganizationInput, listOrganizations } from '../provisioning/organization.ts'
import { createSandboxRealm, listRealms } from '../provisioning/realm.ts'
import { issueSandboxToken, quickStart } from './quick-start.ts'
import { createRouter, memberProcedure, publicProcedure } from './trpc.ts'

const inOrg = z.object({ orgId: z.string().max(64) })

/** What the portal's pages ask for. The operations themselves are the provisioning ones. */
export const portalRouter = createRouter({
  session: createRouter({
    /** The signed-in user; nothing for everyone else. */
    user: publicProcedure.query(({ ctx }) => ctx.user ?? null),
  }),

  organizations: createRouter({
    list: memberProcedure.query(({ ctx }) => listOrganizations(ctx.dependencies, ctx.user.id)),
    create: memberProcedure.input(createOrganizationInput).mutation(async ({ ctx, input }) => {
      const organization = await createOrganization(ctx.dependencies, ctx.user.id, input)
      await createSandboxRealm(ctx.dependencies, ctx.user.id, organization.id)
      return organization
    }),
  }),

  realms: createRouter({
    list: memberProcedure
      .input(inOrg)
      .query(async ({ ctx, input }) =>
        listRealms(ctx.dependencies, await ownOrg(ctx.dependencies, ctx.user.id, input.orgId, 'member')),
      ),
    createSandbox: memberProcedure
      .input(inOrg)
      .mutation(async ({ ctx, input }) =>
        createSandboxRealm(
          ctx.dependencies,
          ctx.user.id,
          await ownOrg(ctx.dependencies, ctx.user.id, input.orgId, 'admin'),
        ),
      ),
  }),

  quickStart: createRouter({
    data: memberProcedure
      .input(inOrg)
      .query(async ({ ctx, input }) =>
        quickStart(ctx.dependencies, await ownOrg(ctx.dependencies, ctx.user.id, input.orgId, 'member')),
      ),
    issueToken: memberProcedure
      .input(inOrg)
      .mutation(({ ctx, input }) => issueSandboxToken(ctx.dependencies, ctx.user.id, input.orgId)),
  }),
})

export type PortalRouter = typeof portalRouter
