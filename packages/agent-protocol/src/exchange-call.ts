import { z } from 'zod'
import { decodeFrame } from './frame.ts'
import type { ProtocolLimits } from './limits.ts'

/** Where a gateway takes the internal call: `POST`, one frame in, one frame out, machine secret as bearer token. */
export const exchangePath = '/exchange'

const exchangeCall = z.object({
  realmId: z.string().regex(/^[1-9][0-9]{15}$/),
  /** The request's id; a write's is that of its journal row. */
  id: z.uuid(),
  kind: z.enum(['read', 'write']),
  /** How long the server waits, in milliseconds. */
  budgetMs: z.int().positive(),
})

/** The header of the internal call; its payload is the request's qbXML as the agent gets it. */
export type ExchangeCall = z.infer<typeof exchangeCall>

const exchangeOutcome = z.discriminatedUnion('outcome', [
  /** The payload is the answer's qbXML as the agent sent it. */
  z.object({ outcome: z.literal('answer') }),
  /** Nothing reached QuickBooks. `not-mine`: another gateway may hold the realm's socket. */
  z.object({
    outcome: z.literal('not-sent'),
    why: z.enum(['not-mine', 'offline', 'busy', 'app-not-open', 'deadline']),
  }),
  /** The desktop's own layer refused; QuickBooks did not work on it, or a read that changed nothing. */
  z.object({ outcome: z.literal('failed'), hresult: z.string(), message: z.string() }),
  /** Sent, and no answer: it may have been applied. */
  z.object({ outcome: z.literal('lost'), why: z.enum(['timeout', 'connection']) }),
])

/** The header of the internal call's answer. */
export type ExchangeOutcome = z.infer<typeof exchangeOutcome>

const parseFrame = <Header>(bytes: Uint8Array, schema: z.ZodType<Header>, limits: ProtocolLimits) => {
  const frame = decodeFrame(bytes, limits.headerBytesMax)
  const header = schema.safeParse(frame?.header)
  return frame !== undefined && header.success ? { header: header.data, payload: frame.payload } : undefined
}

/** The internal call's body taken apart, or nothing where it is no call. */
export const parseExchangeCall = (bytes: Uint8Array, limits: ProtocolLimits) => parseFrame(bytes, exchangeCall, limits)

/** The internal call's answer taken apart, or nothing where it is none. */
export const parseExchangeOutcome = (bytes: Uint8Array, limits: ProtocolLimits) =>
  parseFrame(bytes, exchangeOutcome, limits)
