import { z } from 'zod'
import { decodeFrame } from './frame.ts'
import type { ProtocolLimits } from './limits.ts'
import { realmIdSchema } from './realm-id.ts'

/** Where a gateway takes the servers' sockets: a WebSocket with the machine secret as bearer token (PROTOCOL.md, section 9). */
export const exchangePath = '/exchange'

/** Calls that one socket of a server has under way at most; more are answered `busy`. */
export const exchangesMax = 4096

const exchangeCall = z.object({
  realmId: realmIdSchema,
  /** The request's id; a write's is that of its journal row. */
  id: z.uuid(),
  kind: z.enum(['read', 'write']),
  /** How long the server waits, in milliseconds. */
  budgetMs: z.int().positive(),
})

/** The header of a server's frame, a call; its payload is the request's qbXML as the agent gets it. */
export type ExchangeCall = z.infer<typeof exchangeCall>

/** The id of the call that is answered. */
const id = z.uuid()

const exchangeAnswer = z.discriminatedUnion('outcome', [
  /**
   * The payload is the answer's qbXML as the agent sent it. `queueMs` is how long the call waited for its turn,
   * `desktopMs` how long the agent took, both in milliseconds.
   */
  z.object({
    id,
    outcome: z.literal('answer'),
    queueMs: z.number().nonnegative().optional(),
    desktopMs: z.number().nonnegative().optional(),
  }),
  /** Nothing reached QuickBooks. `not-mine`: another gateway may hold the realm's socket. */
  z.object({
    id,
    outcome: z.literal('not-sent'),
    why: z.enum(['not-mine', 'offline', 'busy', 'app-not-open', 'deadline']),
  }),
  /** The desktop's own layer refused; QuickBooks did not work on it, or a read that changed nothing. */
  z.object({ id, outcome: z.literal('failed'), hresult: z.string(), message: z.string() }),
  /** Sent, and no answer: it may have been applied. */
  z.object({ id, outcome: z.literal('lost'), why: z.enum(['timeout', 'connection']) }),
])

/** The header of a gateway's frame, the answer to a call. */
export type ExchangeAnswer = z.infer<typeof exchangeAnswer>

type WithoutId<Answer> = Answer extends unknown ? Omit<Answer, 'id'> : never

/** What became of a call. */
export type ExchangeOutcome = WithoutId<ExchangeAnswer>

/** A server's frame taken apart, or nothing where it is no call. */
export function parseExchangeCall(bytes: Uint8Array, limits: ProtocolLimits) {
  return parseFrame(bytes, exchangeCall, limits)
}

function parseFrame<Header>(bytes: Uint8Array, schema: z.ZodType<Header>, limits: ProtocolLimits) {
  const frame = decodeFrame(bytes, limits.headerBytesMax)
  const header = schema.safeParse(frame?.header)
  return frame !== undefined && header.success ? { header: header.data, payload: frame.payload } : undefined
}

/** A gateway's frame taken apart, or nothing where it is no answer. */
export function parseExchangeAnswer(bytes: Uint8Array, limits: ProtocolLimits) {
  return parseFrame(bytes, exchangeAnswer, limits)
}
