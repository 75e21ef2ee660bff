import { z } from 'zod'
import { realmIdSchema } from './realm-id.ts'

const requestId = z.uuid()
const requestIds = z.array(requestId).max(256)

const desktopState = z.object({
  phase: z.enum(['ready', 'app-not-open']),
  /** The company file that is open, as the desktop names it. */
  companyFile: z.string().max(1024).optional(),
})

/** Whether QuickBooks can be asked, as the agent sees it. */
export type DesktopState = z.infer<typeof desktopState>

/** What an agent says in text frames (PROTOCOL.md, section 4.1). */
export const agentControl = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    agentVersion: z.string().max(64),
    desktop: desktopState,
    /** Writes that were answered and not settled: their answers can be recalled. */
    answered: requestIds,
  }),
  z.object({ type: z.literal('status'), desktop: desktopState }),
  z.object({ type: z.literal('accepted'), id: requestId }),
  z.object({
    type: z.literal('failed'),
    id: requestId,
    hresult: z.string().max(32),
    message: z.string().max(4096),
    /** Whether QuickBooks may have worked on it; `false` promises that it did not. */
    handedOver: z.boolean(),
  }),
  z.object({ type: z.literal('refused'), id: requestId, why: z.enum(['app-not-open', 'busy']) }),
  z.object({ type: z.literal('answered'), ids: requestIds }),
  z.object({ type: z.literal('pong'), n: z.int() }),
])

/** The header of an agent's binary frame; the payload is the answer's qbXML. */
export const agentFrame = z.object({ type: z.literal('answer'), id: requestId })

/** What a gateway says in text frames (PROTOCOL.md, section 4.2). */
export const gatewayControl = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    protocol: z.int(),
    realmId: realmIdSchema,
    /** The lease's epoch, a decimal number of up to 64 bits. */
    epoch: z.string().regex(/^\d{1,19}$/),
    heartbeatMs: z.int().positive(),
    frameBytesMax: z.int().positive(),
  }),
  z.object({ type: z.literal('settled'), ids: requestIds }),
  z.object({ type: z.literal('recall'), id: requestId }),
  z.object({ type: z.literal('ping'), n: z.int() }),
  z.object({ type: z.literal('drain') }),
])

/** The header of a gateway's binary frame; the payload is the request's qbXML. */
export const gatewayFrame = z.object({
  type: z.literal('request'),
  id: requestId,
  kind: z.enum(['read', 'write']),
  /** How long the caller still waits, in milliseconds; relative, so that the clocks need not agree. */
  budgetMs: z.int().positive(),
})

/** Everything that an agent may send. */
export type AgentMessage =
  | z.infer<typeof agentControl>
  | (z.infer<typeof agentFrame> & { readonly payload: Uint8Array })

/** Everything that a gateway may send. */
export type GatewayMessage =
  | z.infer<typeof gatewayControl>
  | (z.infer<typeof gatewayFrame> & { readonly payload: Uint8Array })
