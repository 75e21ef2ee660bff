import { z } from 'zod'
import { own } from '../provisioning/membership.ts'
import { createOrganization, createOrganizationInput, listOrganizations } from '../provisioning/organization.ts'
import { createSandboxRealm, listRealms } from '../provisioning/realm.ts'
import { issueSandboxToken, quickStart } from './quick-start.ts'
import { createRouter, memberProcedure, publicProcedure } from './trpc.ts'

const withIsoTime = <Row extends { readonly createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

const inOrg = z.object({ orgId: z.string().regex(/^[a-z0-9]{1,64}$/, 'must be the id of an organization') })

/** What the portal's pages ask for. The operations themselves are the provisioning ones. */
export const portalRouter = createRouter({
  session: createRouter({
    /** The signed-in user; nothing for everyone else. */
    user: publicProcedure.query(({ ctx }) => ctx.user ?? null),
  }),

  organizations: createRouter({
    list: memberProcedure.query(({ ctx }) => listOrganizations(ctx.dependencies, ctx.caller)),
    create: memberProcedure.input(createOrganizationInput).mutation(async ({ ctx, input }) => {
      const organization = await createOrganization(ctx.dependencies, ctx.caller, input)
      await createSandboxRealm(ctx.dependencies, ctx.caller, organization.id)
      return organization
    }),
  }),

  realms: createRouter({
    list: memberProcedure.input(inOrg).query(async ({ ctx, input }) => {
      const { orgId } = await own(ctx.dependencies, ctx.caller, 'org', input.orgId, 'member')
      const realms = await listRealms(ctx.dependencies, orgId)
      return realms.map(withIsoTime)
    }),
    createSandbox: memberProcedure.input(inOrg).mutation(async ({ ctx, input }) => {
      const { orgId } = await own(ctx.dependencies, ctx.caller, 'org', input.orgId, 'admin')
      return withIsoTime(await createSandboxRealm(ctx.dependencies, ctx.caller, orgId))
    }),
  }),

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
