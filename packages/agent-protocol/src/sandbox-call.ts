import { z } from 'zod'

const flatObject = z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.null()]))

/** A sandbox's initial books: a sample company, one that trades in several currencies, or an empty one. */
export const sandboxTemplateSchema = z.enum(['sample', 'trading', 'empty'])

/** A sandbox's initial books. */
export type SandboxTemplate = z.infer<typeof sandboxTemplateSchema>

const auditRowSchema = z.object({
  orgId: z.string().nullable(),
  actorKind: z.string(),
  actorId: z.string(),
  apiKeyId: z.string().nullable().optional(),
  ip: z.string().nullable(),
  action: z.string(),
  resourceKind: z.string(),
  resourceId: z.string(),
  createdAt: z.coerce.date(),
  details: flatObject.optional(),
})

/** An audit log row, stored in the same transaction as its change. */
export type AuditRow = Readonly<z.infer<typeof auditRowSchema>>

const sandboxCallSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('reset'), template: sandboxTemplateSchema, event: auditRowSchema.optional() }),
  z.object({ name: z.literal('setFaults'), faults: flatObject, event: auditRowSchema.optional() }),
  z.object({ name: z.literal('getFaults') }),
  z.object({ name: z.literal('countRecords') }),
])

/** A server's call to a sandbox host beyond an exchange; the exchange call's payload, as JSON. */
export type SandboxCall = z.infer<typeof sandboxCallSchema>

/** Call results by name. */
export const sandboxResults = {
  reset: z.object({ records: z.int(), nextNumber: z.int() }),
  setFaults: z.null(),
  getFaults: flatObject,
  countRecords: z.int(),
} satisfies Record<SandboxCall['name'], z.ZodType>

const refusals = ['SANDBOX_UNSUPPORTED', 'SANDBOX_RECORD_LIMIT'] as const

/** Why only an emulated company file refuses a message set: an `execution-error` code in place of QuickBooks' own. */
export type Refusal = (typeof refusals)[number]

export function isRefusal(code: string): code is Refusal {
  return refusals.some((refusal) => refusal === code)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Encodes a call, or its result. */
export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value ?? null))
}

/** Decodes what {@link encodeJson} has encoded. @throws for a value outside the schema */
export function decodeJson<Value>(payload: Uint8Array, schema: z.ZodType<Value>): Value {
  return schema.parse(JSON.parse(decoder.decode(payload)))
}

/** Decodes a call. @throws for anything else */
export function parseSandboxCall(payload: Uint8Array): SandboxCall {
  return decodeJson(payload, sandboxCallSchema)
}
