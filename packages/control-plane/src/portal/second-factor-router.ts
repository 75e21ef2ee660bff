import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  loadSecondFactor,
  renewRecoveryCodes,
} from '@bridge/identity/second-factor/second-factor'
import { z } from 'zod'
import { createRouter, freshProcedure, memberProcedure } from './trpc.ts'

const codeInput = z.object({ code: z.string().max(64) })

/** Procedures for the signed-in user's second factor. They return secrets: none is cached. */
export const secondFactorRouter = createRouter({
  /** Returns since when it is on, the recovery codes left, and the organizations requiring it. */
  state: memberProcedure.query(({ ctx }) => loadSecondFactor(ctx.services, ctx.caller)),

  /** Creates a secret for an authenticator app. */
  begin: freshProcedure.mutation(({ ctx }) => beginSecondFactor(ctx.services, ctx.caller)),

  /** Turns it on with an app's code, and returns the recovery codes. */
  confirm: freshProcedure
    .input(codeInput)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.services, ctx.caller, input.code)),

  /** Replaces the recovery codes, and returns the new ones. */
  renewRecoveryCodes: memberProcedure
    .input(codeInput)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.services, ctx.caller, input.code)),

  /** Turns it off. */
  turnOff: memberProcedure
    .input(codeInput)
    .mutation(({ ctx, input }) => endSecondFactor(ctx.services, ctx.caller, input.code)),
})
