import { z } from 'zod'
import { desktopErrorSchema, failedOutcomeSchema } from './exchange-outcome.ts'
import { realmIdSchema } from './realm-id-schema.ts'
import { storableText } from './storable-text.ts'
import { traceparentSchema } from './trace-context.ts'

const requestId = z.uuid()
const requestIds = z.array(requestId).max(256)

const desktopNotice = z.enum([
  /** A dialog waits in QuickBooks. */
  'dialog-open',
  'no-company-file',
  /** QuickBooks' program runs, but is still starting or does not respond as open. Requests go on. */
  'quickbooks-closed',
  /** QuickBooks reports an error; `error` has it. Requests go on. */
  'quickbooks-error',
  /** Another company file than the realm's is open. */
  'other-file',
  /** QuickBooks does not allow the agent access to the company file. */
  'not-authorized',
  /** The realm has no company file yet: a person is to confirm the one that was found, named in `companyFile`. */
  'file-unconfirmed',
  /** The agent does not find QuickBooks' request processor. */
  'sdk-missing',
  /** QuickBooks runs in another Windows session, or as another user. */
  'other-session',
  /** QuickBooks runs as administrator and the agent does not. */
  'elevated',
  /** A person paused the agent, or it has quiet hours. Its phase is `app-not-open`. */
  'paused',
  /** The PC's disk has no space for responses to writes. Requests go on. */
  'disk-full',
  /** The responses to writes cannot be stored on the PC for another reason. Requests go on. */
  'responses-not-stored',
])

/** An obstacle a person at the PC has to remove before QuickBooks can process requests. */
export type DesktopNotice = z.infer<typeof desktopNotice>

const desktopState = z.object({
  phase: z.enum(['ready', 'app-not-open']),
  /** The open company file's name. */
  companyFile: storableText(1024).optional(),
  /** A newer agent's notice, unknown to this version, is dropped. */
  notice: desktopNotice.optional().catch(undefined),
  /** The failed call behind the notice. Its message is for the person at the PC. */
  error: desktopErrorSchema.optional(),
})

/** Whether QuickBooks can process a request, as its agent sees it. */
export type DesktopState = z.infer<typeof desktopState>

/** What the realm's people said about its company file. */
const fileChoice = z.object({
  /** How often they chose another file. An agent forgets the file that it got under a lower number. */
  choice: z.int().nonnegative(),
  /** The name or path that they confirmed last under this number, as the agent reported it. */
  confirmed: storableText(1024).optional(),
})

/** What the realm's people said about its company file. */
export type FileChoice = Readonly<z.infer<typeof fileChoice>>

/** An agent's text frames (PROTOCOL.md, section 4.1). */
export const agentControl = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    agentVersion: storableText(64),
    desktop: desktopState,
    /** Writes with a stored, unacknowledged response, which the gateway can recall. */
    completed: requestIds,
    /** Whether the agent asks which company file it is to serve. */
    asksForFile: z.boolean().optional(),
  }),
  z.object({ type: z.literal('status'), desktop: desktopState }),
  z.object({ type: z.literal('accepted'), id: requestId }),
  z.object({ type: z.literal('failed'), id: requestId, outcome: failedOutcomeSchema }),
  z.object({ type: z.literal('completed'), ids: requestIds }),
  z.object({ type: z.literal('pong'), n: z.int() }),
  /** QuickBooks said that people changed something. Only where the realm asks for it. */
  z.object({ type: z.literal('changed') }),
])

/** The header on an agent's binary frame; the payload is the qbXML response. */
export const agentFrame = z.object({ type: z.literal('response'), id: requestId })

/** Whether the agent opens QuickBooks when needed. Earlier gateways do not mention it. */
const opensQuickBooks = z.boolean().optional()
/** Whether a person at the PC may record exchanges. Earlier gateways do not mention it. */
const allowsRecording = z.boolean().optional()
/** Whether the agent subscribes to data events, and says `changed`. Earlier gateways know neither. */
const subscribesToEvents = z.boolean().optional()

/** A gateway's text frames (PROTOCOL.md, section 4.2). */
export const gatewayControl = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    protocol: z.int(),
    realmId: realmIdSchema,
    /** The lease's epoch, a decimal number up to 64 bits. */
    epoch: z.string().regex(/^\d{1,19}$/),
    heartbeatMs: z.int().positive(),
    frameBytesMax: z.int().positive(),
    /** The name under which a new pairing opens QuickBooks. */
    applicationName: storableText(100).optional(),
    file: fileChoice.optional(),
    opensQuickBooks,
    allowsRecording,
    subscribesToEvents,
  }),
  /** The choice has changed. Only for agents that ask. */
  fileChoice.extend({ type: z.literal('file') }),
  z.object({ type: z.literal('acknowledged'), ids: requestIds }),
  z.object({
    type: z.literal('recall'),
    id: requestId,
    /** The largest response the gateway accepts, in payload bytes. */
    responseBytesMax: z.int().positive().optional(),
  }),
  z.object({ type: z.literal('ping'), n: z.int(), opensQuickBooks, allowsRecording, subscribesToEvents }),
  z.object({ type: z.literal('drain') }),
])

/** The header on a gateway's binary frame; the payload is the qbXML request. */
export const gatewayFrame = z.object({
  type: z.literal('request'),
  id: requestId,
  kind: z.enum(['read', 'write']),
  /** How long the caller still waits, in milliseconds; a duration, so the clocks need not agree. */
  budgetMs: z.int().positive(),
  /** The largest accepted response, in bytes of text; by default a frame's limit. */
  responseBytesMax: z.int().positive().optional(),
  /** The gateway's span waiting for the outcome, if the call is traced. */
  traceparent: traceparentSchema,
})

/** A message from an agent. */
export type AgentMessage =
  | z.infer<typeof agentControl>
  | (z.infer<typeof agentFrame> & { readonly payload: Uint8Array })

/** A message from a gateway. */
export type GatewayMessage =
  | z.infer<typeof gatewayControl>
  | (z.infer<typeof gatewayFrame> & { readonly payload: Uint8Array })
