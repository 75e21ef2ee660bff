import type { Grant } from '@bridge/identity/access/grant'
import { getLength } from '@bridge/platform/text-parts'
import { toTraceId } from '@bridge/platform/trace-id'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HonoRequest } from 'hono/request'
import { LongResponses } from '../long-responses/long-responses.ts'
import { ResponseMemory } from '../long-responses/response-memory.ts'
import { createCompanyMemories } from '../operations/company-memories.ts'
import { HeldBackWrite, type MaySend } from '../operations/held-back-write.ts'
import { createIdLists } from '../operations/id-lists.ts'
import type { TracedResponse, UserCalls } from '../user-calls/user-calls.ts'
import { admit } from './admit.ts'
import { Call, type DataPlane, type SharedDataPlane } from './call.ts'
import { CallSlots } from './call-slots.ts'
import { startCallSpan } from './call-span.ts'
import { findCallMistakes } from './find-call-mistakes.ts'
import { parse } from './parse.ts'
import { recordCallLater } from './record-call.ts'
import { respond, respondToError, send } from './respond.ts'
import { type HttpResponse, heldBackResponse } from './response.ts'
import { run } from './run.ts'

/** How long a call waits for a slot among its realm's calls. */
const maxSlotWaitMs = 30_000
/** A server's memory for long responses. */
export const responseMemoryBytes = 256 * 1024 * 1024

/** The data plane: its HTTP handler, and the service's own calls for its users. */
export interface DataPlaneCalls extends UserCalls {
  /** Handles `/entitlements` and everything below `/v3`. */
  handle(context: Context): Promise<Response>
}

export function createDataPlane(dependencies: DataPlane): DataPlaneCalls {
  const { clock, config, logger } = dependencies
  const plane: SharedDataPlane = {
    ...dependencies,
    callSlots: new CallSlots({
      maxRunning: config.realmRequestsAtOnce,
      maxWaiting: config.realmRequestsWaiting,
      maxWaitMs: maxSlotWaitMs,
    }),
    longResponses: new LongResponses(),
    responseMemory: new ResponseMemory({
      maxBytes: responseMemoryBytes,
      onDrop: (dropped) =>
        logger.warn(dropped, 'A long response was dropped, because all of them take too much memory'),
    }),
    idLists: createIdLists(clock),
    memories: createCompanyMemories(),
    docsUrl: `${config.baseUrl}/docs/errors`,
  }

  return {
    handle: async (context) => {
      const { outgoing }: Partial<HttpBindings> = context.env ?? {}
      return (await handleCall(plane, context.req, undefined, outgoing)).response
    },
    send: (request, grant, { maySend } = {}) => handleCall(plane, toHonoRequest(request), { grant, maySend }),
    findMistakes: (request, { realmId }) => findCallMistakes(plane, toHonoRequest(request), realmId),
  }
}

async function handleCall(
  plane: SharedDataPlane,
  http: HonoRequest,
  user: { readonly grant: Grant; readonly maySend: MaySend | undefined } | undefined,
  outgoing?: HttpBindings['outgoing'],
): Promise<TracedResponse> {
  const startedAt = performance.now()
  const call = new Call({
    http,
    userGrant: user?.grant,
    maySend: user?.maySend,
    // Reading the signal would make the library create an AbortController per request.
    hasCallerLeft: outgoing ? () => outgoing.destroyed : () => http.raw.signal.aborted,
    startedAt,
    traceId: toTraceId(http.header('x-request-id')),
    span: plane.tracing && startCallSpan(plane.tracing, http, startedAt),
  })
  const response = await runCall(plane, call)
  const sent = send(plane, call, response, outgoing && (() => outgoing.destroy()))
  const totalMs = performance.now() - startedAt
  call.span?.end(call, response)
  recordCallLater(plane, { call, response, totalMs })
  const trace = call.reached.connection?.trace
  const { heldBack } = call
  return {
    response: sent,
    bodyCharacters: getLength(response.body),
    totalMs,
    ...(trace && { trace }),
    ...(heldBack !== undefined && { heldBack }),
  }
}

async function runCall(plane: SharedDataPlane, call: Call): Promise<HttpResponse> {
  try {
    const parsed = await parse(plane, call, await admit(plane, call))
    return respond(plane, call, parsed, await run(plane, call, parsed))
  } catch (error) {
    if (error instanceof HeldBackWrite) {
      call.heldBack = error.changes
      return heldBackResponse
    }
    return respondToError(plane, call, error)
  }
}

function toHonoRequest(request: Request): HonoRequest {
  return new HonoRequest(request, new URL(request.url).pathname)
}
