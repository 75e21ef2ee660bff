import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import { z } from 'zod'
import { foundFileSchema } from '../provisioning/company-file-choice.ts'
import {
  checkSetupCompany,
  confirmSetupFile,
  issueSetupCredential,
  issueSetupPairingCode,
  loadSetup,
} from '../provisioning/setup-page.ts'
import { createRouter, type PortalContext, publicProcedure } from './trpc.ts'

const tokenSchema = z.object({ token: z.string().max(200) })

/** Procedures for a set-up page, for a reader with its link. */
export const setupRouter = createRouter({
  /** Returns the name and state of the link's company file. */
  state: publicProcedure.input(tokenSchema).query(async ({ ctx, input }) => {
    await limit(ctx)
    return loadSetup(ctx.services, input.token)
  }),

  /** Reads the company's name from the file, which ends the set-up. */
  check: publicProcedure.input(tokenSchema).mutation(async ({ ctx, input }) => {
    await limit(ctx)
    return checkSetupCompany(ctx.services, input.token)
  }),

  /** Issues a pairing code for the agent on the reader's PC, and ends the link's earlier one. */
  pair: publicProcedure.input(tokenSchema).mutation(async ({ ctx, input }) => {
    await limit(ctx)
    return issueSetupPairingCode(ctx.services, input.token, ctx.address)
  }),

  /** Issues the Web Connector's file and password, until it has signed in. */
  connector: publicProcedure.input(tokenSchema).mutation(async ({ ctx, input }) => {
    await limit(ctx)
    return issueSetupCredential(ctx.services, input.token, ctx.address)
  }),

  /** Confirms the company file that the agent found. */
  confirm: publicProcedure
    .input(tokenSchema.extend({ companyFile: foundFileSchema }))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx)
      await confirmSetupFile(ctx.services, input, ctx.address)
    }),
})

/** @throws Problem `rate_limited` */
async function limit({ services, address }: PortalContext): Promise<void> {
  const { allowed, resetSeconds } = await services.setupLimiter.consume(
    address === undefined ? 'process' : toNetwork(address),
  )
  if (allowed) return
  const message = `This page was loaded too often from your network. It continues in ${resetSeconds} s.`
  throw new Problem('rate_limited', message, {}, resetSeconds)
}
