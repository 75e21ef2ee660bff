import { proveAgain } from '@bridge/identity/second-factor/prove-again'
import { sendsSignInLinks } from '@bridge/identity/sign-in/sign-in-links'
import { z } from 'zod'
import { createRouter, freshProcedure, memberProcedure } from './trpc.ts'

/** Procedures for a session to prove again that it is its user's. A new sign-in does so, too. */
export const proofRouter = createRouter({
  /** Returns by what the user can prove it. */
  ways: memberProcedure.query(({ ctx: { user, services } }) => ({
    email: user.email,
    takesCode: user.hasSecondFactor,
    sendsLinks: sendsSignInLinks(services.config, services.mailer),
    providerName: services.config.openIdConnect?.name,
  })),

  /** Proves it with a second factor code. */
  confirm: memberProcedure
    .input(z.object({ code: z.string().max(64) }))
    .mutation(({ ctx, input }) => proveAgain(ctx.services, ctx.caller, input.code)),

  /** Rejects with `proof_required` unless it is proven, for page actions outside this router: downloads. */
  require: freshProcedure.mutation(() => undefined),
})
