import { z } from 'zod'
import { type ExchangeOutcome, hasResponse, outcomeHeaderSchema } from './exchange-outcome.ts'
import { decodeFrame, encodeFrame } from './frame.ts'
import type { ProtocolLimits } from './limits.ts'
import { realmIdSchema } from './realm-id-schema.ts'
import { traceparentSchema } from './trace-context.ts'

/** The path of a gateway's WebSocket for servers, which authenticate with the machine secret (PROTOCOL.md, section 9). */
export const exchangePath = '/exchange'

/** The path of a gateway at which it serves Web Connectors. */
export const connectorPath = '/connector'

/**
 * The header by which a server names a call that it passes on to `connectorPath`. DELETE with the header lets the gateway
 * respond to that call without waiting for work any longer.
 */
export const passedCallHeader = 'x-passed-call'

/** The maximum number of calls in progress on one socket of a server; a gateway reports one more as `busy`. */
export const exchangesMax = 4096

const exchangeCallSchema = z.object({
  realmId: realmIdSchema,
  /** The ID of the request; for a write, that of its journal row. */
  id: z.uuid(),
  kind: z.enum(['read', 'write']),
  /** What carries the call to the company file; an agent by default. */
  transport: z.literal('connector').optional(),
  /** How long the server waits, in milliseconds. */
  budgetMs: z.int().positive(),
  /** The largest response that the server reads, in bytes of text; without it, that of a frame. */
  responseBytesMax: z.int().positive().optional(),
  /** Who called the server. Clients of a company file take turns. */
  client: z.string().max(200).optional(),
  /** The span of the server that waits for the outcome, if it is traced. */
  traceparent: traceparentSchema,
})

/** The header of a server's frame; the payload is the message set as the agent gets it. */
export type ExchangeCall = z.infer<typeof exchangeCallSchema>

const exchangeReplySchema = z.object({ id: z.uuid(), outcome: outcomeHeaderSchema })

/** The outcome of a call, by the ID of the call. */
export interface ExchangeReply {
  readonly id: string
  readonly outcome: ExchangeOutcome<Uint8Array>
}

const noPayload = new Uint8Array()

/** Parses a server's frame; `undefined` for anything but a call. */
export function parseExchangeCall(
  bytes: Uint8Array,
  limits: ProtocolLimits,
): { readonly header: ExchangeCall; readonly payload: Uint8Array } | undefined {
  return parseFrame(bytes, exchangeCallSchema, limits)
}

function parseFrame<Header>(bytes: Uint8Array, schema: z.ZodType<Header>, limits: ProtocolLimits) {
  const frame = decodeFrame(bytes, limits.headerBytesMax)
  const header = schema.safeParse(frame?.header)
  return frame !== undefined && header.success ? { header: header.data, payload: frame.payload } : undefined
}

/** Prints a gateway's frame. */
export function encodeExchangeReply({ id, outcome }: ExchangeReply): Uint8Array<ArrayBuffer> {
  if (!hasResponse(outcome)) {
    const { cause: _cause, ...header } = outcome
    return encodeFrame({ id, outcome: header }, noPayload)
  }
  const { response, timing } = outcome
  return encodeFrame({ id, outcome: { sent: true, lost: false, timing } }, response)
}

/** Parses a gateway's frame; `undefined` for anything but an outcome. */
export function parseExchangeReply(bytes: Uint8Array, limits: ProtocolLimits): ExchangeReply | undefined {
  const frame = parseFrame(bytes, exchangeReplySchema, limits)
  if (frame === undefined) return undefined
  const { id, outcome } = frame.header
  return { id, outcome: outcome.sent && !outcome.lost ? Object.assign(outcome, { response: frame.payload }) : outcome }
}
