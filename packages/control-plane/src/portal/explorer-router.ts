import { z } from 'zod'
import {
  allowWrites,
  createSample,
  endWrites,
  findMistakes,
  loadExplorerAccess,
  sendCall,
} from '../explorer/explorer.ts'
import { explorerCallSchema } from '../explorer/explorer-call.ts'
import { createRouter, type MemberContext, memberProcedure } from './trpc.ts'

const realmInput = z.object({ realmId: z.string().max(64) })

/** The Explorer page's procedures. */
export const explorerRouter = createRouter({
  /** Returns what the user may do with a company file. */
  access: memberProcedure
    .input(realmInput)
    .query(({ ctx, input }) => loadExplorerAccess(ctx.services, toUser(ctx), input.realmId)),

  /** Allows writes to a company file for 30 minutes. */
  allowWrites: memberProcedure
    .input(realmInput.extend({ name: z.string().max(200) }))
    .mutation(({ ctx, input }) => allowWrites(ctx.services, toUser(ctx), input.realmId, input.name)),

  /** Makes a company file read-only again. */
  endWrites: memberProcedure
    .input(realmInput)
    .mutation(({ ctx, input }) => endWrites(ctx.services, toUser(ctx), input.realmId)),

  /** Sends a request, and returns the response with its qbXML and times. */
  send: memberProcedure
    .input(explorerCallSchema)
    .mutation(({ ctx, input, signal }) => sendCall(ctx.services, { ...toUser(ctx), signal }, input)),

  /** Returns a valid call to start from. It is a mutation because it reads the company file. */
  sample: memberProcedure
    .input(
      realmInput.extend({
        entity: z.string().max(64),
        operation: z.enum(['read', 'query', 'create', 'update', 'delete', 'void']),
      }),
    )
    .mutation(({ ctx, input, signal }) => createSample(ctx.services, { ...toUser(ctx), signal }, input)),

  /** Returns a request's mistakes without sending it. It is a mutation because a body does not fit in a URL. */
  check: memberProcedure
    .input(explorerCallSchema)
    .mutation(({ ctx, input }) => findMistakes(ctx.services, toUser(ctx), input)),
})

function toUser({ caller, user }: MemberContext) {
  return { caller, sessionId: user.sessionId }
}
