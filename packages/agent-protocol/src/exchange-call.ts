import { z } from 'zod'
import { type ExchangeOutcome, hasResponse, outcomeHeaderSchema } from './exchange-outcome.ts'
import { decodeFrame, encodeFrame } from './frame.ts'
import type { ProtocolLimits } from './limits.ts'
import { realmIdSchema } from './realm-id-schema.ts'
import { traceparentSchema } from './trace-context.ts'

/** The path for servers on a gateway, which authenticate with the machine secret (PROTOCOL.md, section 9). */
export const exchangePath = '/exchange'

/** A gateway's path at which it serves Web Connectors. */
export const connectorPath = '/connector'

/**
 * The header by which a server names a call it passes on to `connectorPath`. DELETE with the header lets the gateway
 * respond without waiting for work any longer.
 */
export const passedCallHeader = 'x-passed-call'

/** The most calls in progress on a server's socket; a gateway reports one more as `busy`. */
export const maxExchanges = 4096

/** The client of the service's own requests, which wait behind those of all others. */
export const backgroundClient = 'background'

const exchangeCallSchema = z.object({
  realmId: realmIdSchema,
  /** The request's ID; for a write, its journal row's. */
  id: z.uuid(),
  kind: z.enum(['read', 'write']),
  /** What carries the call to the company file; an agent by default. */
  transport: z.literal('connector').optional(),
  /** The kind of payload: a message set by default, or a sandbox call as JSON. */
  content: z.literal('sandbox-call').optional(),
  /** How long the server waits, in milliseconds. */
  budgetMs: z.int().positive(),
  /** The largest response the server reads, in bytes of text; by default a frame's limit. */
  responseBytesMax: z.int().positive().optional(),
  /** Who called the server. A company file's clients take turns. */
  client: z.string().max(200).optional(),
  /** The server's span waiting for the outcome, if it is traced. */
  traceparent: traceparentSchema,
})

/** A server frame's header; the payload is the message set as the agent gets it. */
export type ExchangeCall = z.infer<typeof exchangeCallSchema>

const exchangeReplySchema = z.object({ id: z.uuid(), outcome: outcomeHeaderSchema })

/** A call's outcome, by the call's ID. */
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
  const frame = decodeFrame(bytes, limits.maxHeaderBytes)
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
