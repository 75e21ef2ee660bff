import { z } from 'zod'
import { storableText } from './storable-text.ts'

export const desktopErrorSchema = z.object({
  /** The result code, such as `0x80040414`. */
  hresult: storableText(32),
  message: storableText(4096),
})

/** An error from a QuickBooks call, in place of a response. */
export type DesktopError = z.infer<typeof desktopErrorSchema>

const notSentReasons = z.enum([
  /** No agent serves the realm. */
  'offline',
  /** The agent is connected, but QuickBooks is not open. */
  'app-not-open',
  /** Too many requests are waiting, or the agent is still working on one whose caller no longer waits. */
  'busy',
  /** The caller's time ran out before it was the request's turn, because the agent was working on others. */
  'deadline',
  /** The caller cancelled the write before it was sent. */
  'cancelled',
  /** Another gateway may hold the realm's socket. */
  'not-mine',
  /** The gateway did not accept the call. */
  'unreachable',
])

const notSentSchema = z.object({
  sent: z.literal(false),
  reason: notSentReasons,
  /** Since when the agent has been working on another request, for `busy` and `deadline`; in UTC. */
  busySince: z.iso.datetime().optional(),
  /** When the Web Connector polls next, in milliseconds from now, where one serves the realm. */
  retryAfterMs: z.int().positive().optional(),
  error: desktopErrorSchema.optional(),
})

const executionErrorSchema = z.object({
  sent: z.literal(false),
  reason: z.literal('execution-error'),
  error: desktopErrorSchema,
})

const lostSchema = z.object({
  sent: z.literal(true),
  lost: z.literal(true),
  reason: z.enum([
    /** No response arrived in time. */
    'timeout',
    /** A connection on the way ended first: to the gateway, the agent or QuickBooks. */
    'connection',
    /** The response cannot be read. */
    'unreadable',
    /** The response is larger than the gateway accepts. */
    'too-large',
  ]),
  error: desktopErrorSchema.optional(),
})

const timingSchema = z.object({
  /** Time spent waiting for the company file, in milliseconds. */
  queueMs: z.number().nonnegative().optional(),
  /** Time from sending the request to receiving its response, in milliseconds. */
  desktopMs: z.number().nonnegative(),
})

/** The known parts of an exchange's duration; the rest was spent in transit. */
export type ExchangeTiming = z.infer<typeof timingSchema>

const respondedSchema = z.object({
  sent: z.literal(true),
  lost: z.literal(false),
  timing: timingSchema.optional(),
})

/** An outcome without a response, as an agent reports it. */
export const failedOutcomeSchema = z.union([notSentSchema, executionErrorSchema, lostSchema])

/** An outcome in a frame, whose payload is the response. */
export const outcomeHeaderSchema = z.union([respondedSchema, notSentSchema, executionErrorSchema, lostSchema])

/** The underlying error, for the log; no message contains it. */
interface WithCause {
  readonly cause?: unknown
}

/** QuickBooks has not received the message set, and never will: it is safe to send it again. */
export type NotSent = Readonly<z.infer<typeof notSentSchema> | z.infer<typeof executionErrorSchema>> & WithCause

/** The message set was sent and its response is missing: QuickBooks may have applied it. */
export type Lost = Readonly<z.infer<typeof lostSchema>> & WithCause

export interface Responded<Response> {
  readonly sent: true
  readonly lost: false
  readonly response: Response
  /** The response's length as text, where it is known. */
  readonly characters?: number
  readonly timing?: ExchangeTiming | undefined
}

/**
 * An exchange's outcome. The whole path from QuickBooks to the data plane uses this type, with a response of text,
 * bytes or a parsed message set.
 *
 * The service repeats a write, or lets a client repeat it, only after `sent: false`, so value is a promise: no part of
 * the message set has reached QuickBooks or ever will. A process that cannot make this promise reports `lost`. Each of
 * these may make it for a message set that has not left it yet:
 *
 * 1. The server, while it has not written the call to a gateway's socket: no lease, the connection was refused, too
 * many calls. Also after a close with 1012, because a gateway responds to every read it accepted before it sends that.
 * 2. The gateway, while it has not written the request to the agent's socket.
 * 3. The agent, while it has not handed the message set to QuickBooks (`busy`, `app-not-open`), or if QuickBooks
 * rejected the text before it ran any of it (`execution-error`).
 *
 * The server may give up a write just as the gateway sends it. The write decides' journal row: the gateway moves it
 * from `queued` to `sending` before the first byte, the server from `queued` to `cancelled` when it gives up, both by
 * compare-and-set. Exactly one succeeds, so a cancelled write is never sent, and any other is `lost` until the row
 * contains a response.
 */
export type ExchangeOutcome<Response = string> = NotSent | Lost | Responded<Response>

/** An outcome without a response. */
export type FailedOutcome = NotSent | Lost

/** Whether an outcome has a response. */
export function hasResponse<Response>(outcome: ExchangeOutcome<Response>): outcome is Responded<Response> {
  return outcome.sent && !outcome.lost
}
