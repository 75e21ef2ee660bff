import { Problem, type ProblemCode, problems } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { requireFreshProof } from '@bridge/identity/access/fresh-proof'
import { describeInputError } from '@bridge/identity/access/parse-input'
import type { SignedInUser } from '@bridge/identity/sessions/sessions'
import type { RateDecision } from '@bridge/platform/rate-decision'
import { toProblem } from '@bridge/platform/to-problem'
import { initTRPC, TRPCError } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { requireAllowed } from '../services/count-caller.ts'
import type { Services } from '../services/services.ts'
import type { LiveChanges } from './live-changes.ts'

/** A procedure's context. */
export interface PortalContext {
  readonly services: Services
  readonly live: LiveChanges
  readonly user: SignedInUser | undefined
  /** The client's address; missing for a call in this process. */
  readonly address?: string
  /** Whether the request comes from this service's page, or from this process. */
  readonly sameOrigin: boolean
}

/** A procedure's context for a signed-in user. */
export interface MemberContext extends PortalContext {
  readonly user: SignedInUser
  readonly caller: Caller
}

const trpcCodes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

const trpc = initTRPC.context<PortalContext>().create({
  isDev: false,
  sse: {
    ping: { enabled: true, intervalMs: 10_000 },
    // The browser connects again, and its session is checked again.
    maxDurationMs: 10 * 60_000,
    client: { reconnectAfterInactivityMs: 25_000 },
  },
  errorFormatter({ shape, error }) {
    const problem = error.cause instanceof Problem ? toShownProblem(error.cause) : undefined
    return { ...shape, message: toMessage(error, shape.message), data: { ...shape.data, problem } }
  },
})

/** A problem as the portal's pages receive it. */
interface ShownProblem {
  readonly code: ProblemCode
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

function toShownProblem({ code, message, fields }: Problem): ShownProblem {
  return { code, message, fields }
}

function toMessage({ code, cause }: TRPCError, message: string): string {
  if (code === 'INTERNAL_SERVER_ERROR')
    return 'Something failed on our side. Try again. If it keeps failing, tell us when it happened.'
  return cause instanceof ZodError ? describeInputError(cause) : message
}

export const createRouter = trpc.router
export const createCallerFactory = trpc.createCallerFactory

/** Converts the control plane's problems to tRPC errors keeping their code. */
const withProblems = trpc.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const problem = toProblem(result.error.cause)
  if (problem.code === 'internal_error' && problem !== result.error.cause) return result
  throw toTrpcError(problem)
})

/** Rejects with problems as a procedure's error. */
export async function withTrpcErrors<Result>(work: Promise<Result> | Result): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TRPCError) throw error
    const problem = toProblem(error)
    throw problem.code === 'internal_error' ? error : toTrpcError(problem)
  }
}

/** Returns how long to wait before repeating a request with these errors, in seconds. */
export function findRetryAfter(errors: readonly TRPCError[]): number | undefined {
  const seconds = errors.flatMap(({ cause }) => (cause instanceof Problem ? (cause.retryAfterSeconds ?? []) : []))
  return seconds.length > 0 ? Math.max(...seconds) : undefined
}

function toTrpcError(problem: Problem): TRPCError {
  return new TRPCError({
    code: trpcCodes[problems[problem.code].status] ?? 'INTERNAL_SERVER_ERROR',
    message: problem.message,
    cause: problem,
  })
}

/** @throws TRPCError `TOO_MANY_REQUESTS` unless the decision allows the subject's calls */
export function requireAllowedCalls(subject: string, decision: RateDecision): void {
  try {
    requireAllowed(subject, decision)
  } catch (error) {
    throw error instanceof Problem ? toTrpcError(error) : error
  }
}

/** Returns the response body for a request too large to read. */
export function renderTooLarge(maxBytes: number) {
  const problem = new Problem('invalid_request', `The request is larger than ${maxBytes} bytes.`)
  const data = { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413, problem: toShownProblem(problem) }
  return { error: { message: problem.message, code: TRPC_ERROR_CODES_BY_KEY.PAYLOAD_TOO_LARGE, data } }
}

/** Passes a stream on. Its problems get the code middleware gives to other procedures' problems. */
export async function* streamWithProblems<Value>(stream: AsyncIterable<Value>): AsyncGenerator<Value> {
  try {
    yield* stream
  } catch (error) {
    const problem = toProblem(error)
    throw problem.code === 'internal_error' ? error : toTrpcError(problem)
  }
}

/** Rejects mutations from other sites, whose pages can make a browser send its cookies along. */
const withOrigin = trpc.middleware(({ type, ctx, next }) => {
  if (type === 'mutation' && !ctx.sameOrigin)
    throw new Problem('forbidden', 'Changes are accepted only from pages of this service.')
  return next()
})

const withUser = trpc.middleware(({ ctx, next }) => {
  if (!ctx.user) throw new Problem('unauthenticated', 'You are signed out. Sign in, then try again.')
  const { id: userId, sessionId } = ctx.user
  const caller: Caller = { kind: 'session', userId, sessionId, ...(ctx.address && { address: ctx.address }) }
  return next({ ctx: { ...ctx, user: ctx.user, caller } satisfies MemberContext })
})

/** A procedure for a signed-in user. */
export const memberProcedure = trpc.procedure.use(withProblems).use(withOrigin).use(withUser)

/** A procedure for a user whose session has a recent proof. */
export const freshProcedure = memberProcedure.use(async ({ ctx, next }) => {
  await requireFreshProof(ctx.services, ctx.caller)
  return next()
})

/** A procedure without sign-in. */
export const publicProcedure = trpc.procedure.use(withProblems).use(withOrigin)
